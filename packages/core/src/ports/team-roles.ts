/** Logins of a database server that serve teams. */
export interface TeamRoles {
  /**
   * Gives a login role the rights that a team's surfaces need; the policies of rows say which rows they reach. Twice is
   * harmless.
   *
   * @throws InvalidInputError `input.invalid` when the server has no such role
   */
  grant(role: string): Promise<void>;
}
