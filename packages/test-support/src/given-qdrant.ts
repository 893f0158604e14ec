/** The Qdrant server that `QDRANT_URL` and `QDRANT_API_KEY` name, for tests that can run on one instead of on their own. */
export function givenQdrant(
  env: NodeJS.ProcessEnv = process.env,
): { readonly url: string; readonly apiKey: string | undefined } | undefined {
  const { QDRANT_URL: url, QDRANT_API_KEY: apiKey } = env;
  return url ? { url, apiKey } : undefined;
}
