import { describe, expect, it } from "vitest";
import { openMemory, textsOf } from "./open-memory.ts";

/** What a project knows, and for each claim a message of a conversation that the claim helps with. */
const CASES: readonly (readonly [claim: string, message: string])[] = [
  [
    "The staging database runs Postgres 16 on port 5433",
    "hey, I'm trying to connect to the staging database from my laptop but psql just hangs, do you remember which port we moved postgres to?",
  ],
  [
    "Deploys to production are frozen from Thursday 18:00 until Monday",
    "ok so if I merge this now, can we still get a production deploy out tonight or do we have to wait until next week again",
  ],
  [
    "Integration tests need the flag --runInBand because they share one Redis",
    "the integration tests fail randomly on my machine, sometimes redis says the key is gone; is there something special about how to run them?",
  ],
  [
    "The invoice worker retries a failed webhook 5 times with exponential backoff",
    "a customer says they got the same webhook several times this morning, can you check how many times our worker will retry it before giving up",
  ],
  [
    "Los backups de la base se guardan 30 días en el bucket frankfurt",
    "oye, necesito restaurar los datos de hace tres semanas, ¿sabes cuánto tiempo guardamos los backups y en qué bucket están?",
  ],
  [
    "El servicio de correo usa la cola mail-out y no reintenta nunca",
    "hay usuarios que no recibieron el correo de bienvenida, ¿puedes mirar si la cola reintenta los envíos o si se pierden?",
  ],
  [
    "Feature flags are read from config/flags.json at start only",
    "I changed a value in config/flags.json but the service still behaves as before, what am I missing here, does it need anything else?",
  ],
  [
    "The monorepo uses pnpm; npm install breaks the workspace links",
    "just cloned the repo and after npm install nothing resolves, it says it cannot find our own workspace packages, any idea?",
  ],
  [
    "getUserById returns undefined for soft-deleted accounts",
    "there is a crash in the profile page: cannot read properties of undefined, it seems to come from getUserById when support opens an old account",
  ],
  [
    "Las migraciones se ejecutan a mano con make migrate antes de cada despliegue",
    "acabo de añadir una columna nueva, ¿las migraciones se ejecutan solas al desplegar o tengo que hacer algo yo antes?",
  ],
  [
    "The rate limit of the public API is 60 requests per minute and key",
    "one of our partners is getting 429 responses all the time, what limit do they have on the public API and is it counted per key or per IP?",
  ],
  [
    "Timestamps are stored in UTC and shown in the time zone of the account",
    "the report shows a meeting one hour early since the clocks changed, how do we store and show timestamps again",
  ],
  [
    "El panel de administración exige segundo factor desde marzo",
    "no puedo entrar al panel de administración desde ayer, me pide un código que nunca configuré, ¿cambió algo?",
  ],
  [
    "Memory of the search pods is capped at 2 GB; raise it in deploy/search.yaml",
    "the search pods keep getting OOMKilled after the reindex, where do we set how much memory they get?",
  ],
  [
    "Commit messages follow Conventional Commits; the release job fails on any other",
    "the release job failed and complains about my commit, I only fixed a typo, what format does it want from me",
  ],
  [
    "The mobile app must keep supporting API v2 until the end of the year",
    "can I finally delete the old v2 endpoints? nobody on the web side uses them any more as far as I can see",
  ],
  [
    "Los tokens de acceso caducan a los 15 minutos y los de refresco a los 30 días",
    "los usuarios se quejan de que la sesión se cierra cada rato; ¿cuánto duran los tokens y cómo se refrescan?",
  ],
  [
    "The PDF renderer leaks file handles, so it is restarted every 200 documents",
    "why does this code restart the renderer in the middle of a batch? it looks strange, can I remove that part",
  ],
  [
    "Translations live in locales/es.json and are reviewed by ana",
    "I need to add a new string to the checkout page, where do the spanish translations go and who looks at them?",
  ],
  [
    "CSV exports use a semicolon because Excel in Spain expects it",
    "a customer opened our csv in a script and all columns came as one, why on earth do we write a semicolon there?",
  ],
  [
    "El cron de facturación corre el día 1 a las 04:00 y no se puede repetir",
    "anoche falló el cron de facturación por falta de disco, ¿puedo volver a lanzarlo a mano sin duplicar las facturas?",
  ],
  [
    "Node 22 is required: the build uses import attributes",
    "the build fails on my laptop with a syntax error near an import, on CI it is green, which node version do we need",
  ],
  [
    "Kafka topics are created by Terraform only, auto-creation is off",
    "my consumer says the topic does not exist although I produce to it, do we have to create topics somewhere first",
  ],
  [
    "The design system forbids inline styles; use tokens from theme.css",
    "review says I should not set the color like this, what is our rule about styles in the design system?",
  ],
  [
    "Los logs de auditoría se conservan un año por contrato con el banco",
    "queremos borrar logs viejos para ahorrar espacio, ¿hay alguno que tengamos que conservar por contrato?",
  ],
  [
    "Image uploads over 10 MB are rejected by nginx with 413",
    "users report that uploading a photo from a new phone fails with a 413, is that limit ours or does it come from nginx",
  ],
  [
    "The cache key must include the tenant id, otherwise data leaks between customers",
    "I'd like to cache the settings endpoint, anything I should watch out for with the cache key in a multi tenant setup?",
  ],
  [
    "End-to-end tests run against Firefox only, Chromium is flaky in CI",
    "why do our end-to-end tests skip chromium, was that on purpose or did somebody just forget to turn it on again?",
  ],
  [
    "La variable SMTP_TIMEOUT está en segundos, no en milisegundos",
    "puse SMTP_TIMEOUT=5000 y ahora el envío se queda colgado más de una hora, ¿en qué unidad va esa variable?",
  ],
  [
    "Secrets come from Vault through the sidecar; never put them into values.yaml",
    "where should I add the new key for the payment provider, is values.yaml fine or do secrets go somewhere else?",
  ],
];

describe("queryClaims: messages of a conversation", () => {
  it("finds the claim that helps for nearly every message, among 200 others", async () => {
    const memory = openMemory();
    await memory.addAll(
      Array.from({ length: 200 }, (_, index) => `Ticket ${3000 + index} was closed by team ${index}x after review`),
    );
    await memory.addAll(CASES.map(([claim]) => claim));

    const answers = await Promise.all(CASES.map(([, message]) => memory.ask(message)));

    const empty = CASES.filter((_, index) => answers[index]?.rows.length === 0);
    const missed = CASES.filter(
      ([claim], index) =>
        !textsOf(answers[index] ?? { rows: [] })
          .slice(0, 3)
          .includes(claim),
    );
    expect(CASES.filter(([, message]) => message.length < 50 || message.length > 500)).toEqual([]);
    expect(empty.length).toBeLessThanOrEqual(2);
    expect(missed.length).toBeLessThanOrEqual(2);
  });
});
