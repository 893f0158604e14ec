import { viewerOf } from "./authority.ts";
import type { Authority } from "./authority.ts";
import type { Viewer } from "./viewer.ts";

/**
 * The caller as one who changes claims by name: sensitive ones are within reach as soon as the operator allows reading
 * them at all, since a change has no option of its own to ask for them.
 */
export function governingViewer(authority: Authority): Viewer {
  return viewerOf(authority, authority.sensitiveBypass && authority.mode !== "team");
}
