// Measures of a ranking against its gold items, each for one question and 0..1, and what is said about many of them.
import { seededRandom } from "../synthetic-claims.mjs";

export const mean = (numbers) =>
  numbers.length === 0 ? Number.NaN : numbers.reduce((a, b) => a + b, 0) / numbers.length;

export const recallAt = (ranked, gold, k) => ranked.slice(0, k).filter((id) => gold.has(id)).length / gold.size;
export const anyAt = (ranked, gold, k) => (ranked.slice(0, k).some((id) => gold.has(id)) ? 1 : 0);
export const allAt = (ranked, gold, k) => (recallAt(ranked, gold, k) === 1 ? 1 : 0);

export function reciprocalRank(ranked, gold, k = ranked.length) {
  const at = ranked.slice(0, k).findIndex((id) => gold.has(id));
  return at === -1 ? 0 : 1 / (at + 1);
}

/** Binary gains, discounted by log2 of the rank plus 1. */
export function ndcgAt(ranked, gold, k) {
  const discount = (at) => 1 / Math.log2(at + 2);
  const gain = ranked.slice(0, k).reduce((sum, id, at) => sum + (gold.has(id) ? discount(at) : 0), 0);
  const ideal = Array.from({ length: Math.min(k, gold.size) }, (_, at) => discount(at)).reduce((a, b) => a + b, 0);
  return gain / ideal;
}

const ROUNDS = 10_000;

/** Paired bootstrap of the mean difference b − a over questions: the difference, its 95 % interval, share of rounds ≤ 0. */
export function pairedBootstrap(pairs) {
  const random = seededRandom(7);
  const differences = pairs.map(([a, b]) => b - a);
  const means = Array.from({ length: ROUNDS }, () => {
    let sum = 0;
    for (let i = 0; i < differences.length; i += 1) sum += differences[Math.floor(random() * differences.length)];
    return sum / differences.length;
  }).sort((a, b) => a - b);
  const at = (share) => means[Math.floor(share * (ROUNDS - 1))];
  return {
    difference: mean(differences),
    low: at(0.025),
    high: at(0.975),
    notBetter: means.filter((one) => one <= 0).length / ROUNDS,
  };
}
