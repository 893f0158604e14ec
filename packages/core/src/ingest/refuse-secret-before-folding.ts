import { validatePersistedMetadata } from "../security/validate-metadata.ts";

/**
 * Looks into a label as it was given when it is stored in another form: lower case would hide a token whose kind shows
 * by its capitals, or an encoded one, and still store most of it.
 *
 * @throws SensitiveContentError `sensitive.metadata`
 */
export function refuseSecretBeforeFolding(field: string, given: string, stored: string): void {
  if (given !== stored) validatePersistedMetadata({ [field]: given });
}
