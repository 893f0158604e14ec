import { DECODABLE, decodedVariants } from "./decode.ts";
import { findSecrets } from "./find-secrets.ts";
import { spansIn, withBlots, withoutMarks } from "./redact-text.ts";
import { surveyText } from "./survey-text.ts";

const NO_FINDINGS: readonly string[] = [];

/**
 * The kinds of secrets in a text and in what it decodes to (base64, hex, percent signs, look-alike letters, invisible
 * characters, JSON), each once.
 */
export function scanText(text: string): readonly string[] {
  const unmarked = withoutMarks(text);
  const survey = surveyText(unmarked);
  if (survey.patterns.length === 0 && (survey.traits & DECODABLE) === 0) return NO_FINDINGS;
  const findings = new Set<string>();
  for (const span of spansIn(unmarked, survey)) for (const finding of span.findings) findings.add(finding);
  if ((survey.traits & DECODABLE) !== 0) for (const finding of scanVariants(text)) findings.add(finding);
  return [...findings];
}

/** The kinds of secrets that show only when the text is decoded. */
export function scanVariants(original: string): readonly string[] {
  const text = withBlots(original);
  const survey = surveyText(text);
  if ((survey.traits & DECODABLE) === 0) return NO_FINDINGS;
  const findings = new Set<string>();
  for (const variant of decodedVariants({ text, survey })) {
    for (const span of findSecrets(variant.text, variant.survey.patterns)) {
      for (const finding of span.findings) findings.add(finding);
    }
  }
  return [...findings];
}
