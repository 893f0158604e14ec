/** Assembled, so that no scanner of repositories takes it for a real one. */
export const SECRET: string = ["ghp", "R4nd0mLook1ngV4lueR4nd0mLook1ngV4lue"].join("_");
/** The same as careless copying leaves it. */
export const ENCODED: string = Buffer.from(SECRET).toString("base64");
