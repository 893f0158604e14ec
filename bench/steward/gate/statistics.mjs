// A logistic regression, precision and recall with intervals, and the area under the curve.
const sigmoid = (odds) => 1 / (1 + Math.exp(-odds));
const STEPS = 4_000;
const PENALTY = 0.02;
const RESAMPLES = 2_000;
const SEED = 18;

/** Gradient descent with an L2 penalty on all but the base. `rows`: `{keep, values}`. */
export function fitLogistic(rows) {
  const weights = rows[0].values.map(() => 0);
  let base = 0;
  for (let step = 0; step < STEPS; step += 1) {
    const slopes = weights.map((weight) => PENALTY * weight);
    let slope = 0;
    for (const { keep, values } of rows) {
      const error =
        (sigmoid(values.reduce((sum, value, at) => sum + value * weights[at], base)) - Number(keep)) / rows.length;
      slope += error;
      values.forEach((value, at) => (slopes[at] += error * value));
    }
    base -= slope;
    slopes.forEach((each, at) => (weights[at] -= each));
  }
  return {
    base,
    weights,
    probability: (values) => sigmoid(values.reduce((sum, v, at) => sum + v * weights[at], base)),
  };
}

/** `rows`: `{keep, passes}`. */
export function rates(rows) {
  const count = (test) => rows.filter(test).length;
  const hits = count(({ keep, passes }) => keep && passes);
  const share = (part, whole) => (whole === 0 ? Number.NaN : part / whole);
  return {
    precision: share(
      hits,
      count(({ passes }) => passes),
    ),
    recall: share(
      hits,
      count(({ keep }) => keep),
    ),
    dropsPassed: share(
      count(({ keep, passes }) => !keep && passes),
      count(({ keep }) => !keep),
    ),
  };
}

/** The threshold with the best F1; of equal ones the lowest. `rows`: `{keep, score}`. */
export function bestThreshold(rows) {
  const tried = [...new Set(rows.map(({ score }) => score))].sort((a, b) => a - b);
  let best = { threshold: 0, f1: -1 };
  for (const threshold of tried) {
    const { precision, recall } = rates(rows.map(({ keep, score }) => ({ keep, passes: score >= threshold })));
    const f1 = (2 * precision * recall) / (precision + recall);
    if (f1 > best.f1 + 1e-12) best = { threshold, f1 };
  }
  return best.threshold;
}

/** Chance that a claim to keep scores above one to drop. */
export function areaUnderCurve(rows) {
  const [keeps, drops] = [true, false].map((side) =>
    rows.filter(({ keep }) => keep === side).map(({ score }) => score),
  );
  const wins = keeps.flatMap((a) => drops.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)));
  return wins.reduce((sum, win) => sum + win, 0) / wins.length;
}

function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** 95 % of the resamples lie within: `{precision: [low, high], recall: …, dropsPassed: …}`. */
export function intervals(rows) {
  const random = randomNumbers(SEED);
  const samples = Array.from({ length: RESAMPLES }, () =>
    rates(rows.map(() => rows[Math.floor(random() * rows.length)])),
  );
  return Object.fromEntries(
    ["precision", "recall", "dropsPassed"].map((key) => {
      const sorted = samples
        .map((one) => one[key])
        .filter((one) => !Number.isNaN(one))
        .sort((a, b) => a - b);
      return [key, [0.025, 0.975].map((share) => sorted[Math.floor(share * (sorted.length - 1))])];
    }),
  );
}
