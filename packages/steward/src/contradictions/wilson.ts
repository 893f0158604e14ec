/** 95 % of a normal distribution lies within so many standard deviations. */
const Z = 1.96;

const digits = (value: number): number => Number(Math.min(1, Math.max(0, value)).toFixed(6));

/**
 * Where the true rate lies with 95 % confidence.
 *
 * @returns low and high bound, 0..1; both 0 when nothing was tried
 * @see Wilson (1927), the score interval
 */
export function wilsonInterval(hits: number, trials: number): readonly [low: number, high: number] {
  if (trials <= 0) return [0, 0];
  const rate = hits / trials;
  const scale = 1 + Z ** 2 / trials;
  const centre = (rate + Z ** 2 / (2 * trials)) / scale;
  const half = (Z / scale) * Math.sqrt((rate * (1 - rate)) / trials + Z ** 2 / (4 * trials ** 2));
  return [digits(centre - half), digits(centre + half)];
}
