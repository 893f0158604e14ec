import { LINK_TYPE_NAMES } from "../claims/link.ts";
import type { LinkType } from "../claims/link.ts";
import { InvalidInputError } from "../errors/errors.ts";

/** @throws InvalidInputError `input.invalid` with the known types */
export function requireLinkType(linkType: string): LinkType {
  const known = LINK_TYPE_NAMES.find((name) => name === linkType);
  if (known !== undefined) return known;
  throw new InvalidInputError("input.invalid", `The link type is one of ${LINK_TYPE_NAMES.join(", ")}`, {
    details: { field: "link_type", known: LINK_TYPE_NAMES },
  });
}
