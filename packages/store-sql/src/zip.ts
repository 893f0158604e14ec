/** Pairs of two lists of one length. */
export function zip<Left, Right>(left: readonly Left[], right: readonly Right[]): readonly (readonly [Left, Right])[] {
  return left.map((item, index) => [item, right[index] as Right]);
}
