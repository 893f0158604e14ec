/* eslint-disable max-lines -- one table */
import { ALNUM, BASE32, base64, BASE64, BASE64URL, drawn, HEX, pemBlock, uuid } from "../made-up-values.ts";

const hex = (length: number): string => drawn(length, HEX);
const url = (length: number): string => drawn(length, BASE64URL);
const seedWords = "zebra quick lunar marble castle orbit velvet timber ocean candle pepper window";

/** A kind of secret with texts that hold one and texts that only look like it. */
export interface Category {
  readonly finding: string;
  readonly catches: readonly string[];
  readonly passes: readonly string[];
}

export const CATEGORIES: readonly Category[] = [
  {
    finding: "openai_key",
    catches: [["sk", "proj", "abc123def456ghi"].join("-"), `key sk-${drawn(48)} rotated`, `sk-or-v1-${hex(64)}`],
    passes: [
      "sk-XXXXXXXXXXXXXXXX",
      "sk-YOUR_KEY",
      "sk-your-api-key-here",
      "class sk-estimator-doc-link",
      "task-force-meeting-notes",
    ],
  },
  {
    finding: "anthropic_key",
    catches: [`sk-ant-api03-${url(93)}`],
    passes: ["/sk-ant-[a-z]{20,}/", "sk-ant-short"],
  },
  {
    finding: "google_api_key",
    catches: [`AIza${url(35)}`],
    passes: ["AIzaTOO_SHORT", `AIzaExample${"X".repeat(25)}`],
  },
  {
    finding: "aws_access_key",
    catches: [`AKIA${drawn(16, BASE32)}`],
    passes: ["an AKIA in prose", ["AK", "IOSFODNN7EXAMPLE"].join("IA"), `AKIA${"X".repeat(16)}`],
  },
  {
    finding: "aws_sts_key",
    catches: [`ASIA${drawn(16, BASE32)}`],
    passes: ["TODAYINASIAASACKOFRICEFELLOVER"],
  },
  {
    finding: "aws_secret_key",
    catches: [`AKIA${drawn(16, BASE32)}:${drawn(38, BASE64)}a1`],
    passes: [["wJalrXUtnFEMI", "K7MDENG", "bPxRfiCYEXAMPLEKEY"].join("/")],
  },
  {
    finding: "stripe_key",
    catches: ["sk", "rk", "pk"].map((kind) => `${kind}_live_${drawn(24)}`),
    passes: ["sk_live_short", `sk_live_${"A".repeat(23)}`],
  },
  {
    finding: "github_token",
    catches: [
      ...["p", "o", "u", "s", "r"].map((kind) => `gh${kind}_${drawn(36)}`),
      `github_pat_${drawn(22)}_${drawn(20)}`,
    ],
    passes: ["ghp_short", "ghp_[0-9a-zA-Z]{36}", `ghp_${"x".repeat(36)}`],
  },
  {
    finding: "slack_token",
    catches: [
      `xoxb-${drawn(12, "0123456789")}-${drawn(24)}`,
      `xoxp-${drawn(11, "0123456789")}-${hex(32)}`,
      `xoxa-2-${hex(10)}-31111111111-${hex(18)}`,
      `xoxr-${drawn(12)}`,
      `xoxs-${drawn(10, "0123456789")}-${hex(10)}`,
    ],
    passes: [
      "xoxb-12345-abcd234",
      "xoxb-xxxxxxxxx-xxxxxxxxxx-xxxxxxxxxxxx",
      "xoxb-my-bot-token",
      "xoxb-YOUR-TOKEN-HERE",
    ],
  },
  {
    finding: "telegram_bot_token",
    catches: [
      `${drawn(10, "123456789")}:AA${url(33)}`,
      `api.telegram.org/bot${drawn(9, "123456789")}:AA${url(33)}/getMe`,
    ],
    passes: ["12345678:short", "arn:aws:sns:eu-west-1:123456789012:orders-and-invoices-of-the-shop-in-madrid"],
  },
  {
    finding: "jwt_token",
    catches: [
      `${base64('{"alg":"HS256"}')}.${url(20)}.${url(43)}`,
      `Cookie: session=${base64('{"alg":"HS256","typ":"JWT"}')}.${url(40)}.${url(43)}; theme=dark`,
    ],
    passes: ["eyJhb is not a token", `${base64('{"alg":"HS256"}')} is just the header`],
  },
  {
    finding: "bearer_token",
    catches: [
      `Bearer ${drawn(12)}7`,
      `bearer: ${drawn(20)}`,
      `bearer_token=${drawn(8)}-9`,
      `Authorization: Bearer ${drawn(43)}`,
    ],
    passes: [
      "Bearer abc",
      "Bearer authentication and will prompt",
      "Bearer ${API_TOKEN}",
      "Bearer $TOKEN",
      "Bearer YOUR_TOKEN",
      "Bearer XXXXXXXXXXXX",
    ],
  },
  {
    finding: "private_key",
    catches: [
      pemBlock("RSA PRIVATE KEY"),
      pemBlock("OPENSSH PRIVATE KEY"),
      pemBlock("ENCRYPTED PRIVATE KEY"),
      pemBlock("PGP PRIVATE KEY BLOCK"),
      pemBlock("EC PRIVATE KEY").slice(0, 120),
    ],
    passes: [pemBlock("PUBLIC KEY"), pemBlock("CERTIFICATE")],
  },
  {
    finding: "db_url_password",
    catches: [
      `postgres://app:${drawn(12)}@db:5432/app`,
      `mysql://app:${drawn(12)}@db/app`,
      `mongodb+srv://root:${drawn(12)}@cluster0.example.net/prod`,
      `redis://:${hex(32)}@cache:6379/0`,
      `amqps://queue:${drawn(12)}@mq:5671/v`,
      `mariadb://a:${drawn(12)}@db`,
    ],
    passes: [
      "postgres://localhost:5432/app_test",
      "postgres://user:password@host/db",
      "mysql://user:${PASSWORD}@example.com:3306/db",
      "postgres://postgres:postgres@localhost:5432/postgres",
    ],
  },
  {
    finding: "password_assignment",
    catches: ["password=hunter2", "passwd: Winter2024", 'pwd = "x9Kq77"', "password: 12345678"],
    passes: [
      "get_password loads the value",
      "password policy: rotate",
      "password: ********",
      "password: string",
      "password=${DB_PASSWORD}",
      "password: short",
      "password=correcthorse",
      "password: process.env.DB_PASSWORD",
      "password = getpass.getpass()",
    ],
  },
  {
    finding: "token_assignment",
    catches: [
      `token=${drawn(20)}`,
      `api_key: ${hex(32)}`,
      `api-key=${drawn(16)}`,
      `"apikey": "${drawn(16)}"`,
      `secret = '${drawn(12)}9'`,
    ],
    passes: [
      "store tokens: they live in KMS",
      "token=[REDACTED] len=40",
      "const token = await getAccessToken(user.id)",
      'token = os.environ["GITHUB_TOKEN"]',
      "secret: my-app-config-v2",
      "token: string | null",
    ],
  },
  {
    finding: "compound_credential",
    catches: [
      `AUTH_TOKEN=${drawn(20)}`,
      "PGPASSWORD=Lemur9Pattern psql",
      "DB_PASSWORD=hunter2x",
      `client_secret: ${drawn(30)}`,
      "MY_PASSWD=Sesame2024",
      `//registry.example.org/:_authToken=${drawn(24)}`,
      `DD_APP_KEY=${hex(40)}`,
      `{"refreshToken":"${drawn(40)}"}`,
      `<apiToken>${drawn(24)}</apiToken>`,
      `app_token: |\n  ${drawn(32)}`,
    ],
    passes: [
      "API_KEY=\nSECRET=\n",
      "AUTH_TOKEN= PGPASSWORD= DB_PASSWORD=",
      `accessibilityYesOptionId = "${uuid()}"`,
      `MantleAPI_version=${hex(40)}`,
      "max_tokens: 4096",
      'next_page_token: "CAUQAA2x9Kq1ZZ"',
      "secretName: app-tls-2024",
      'LLM_SECRET_NAME = "NEXUS-GPT4-API-KEY"',
      `public_key = "${drawn(43)}"`,
      `primaryKey=${drawn(28)}`,
      "DB_PASSWORD=YOUR_PASSWORD_HERE",
    ],
  },
  {
    finding: "shell_abbr_password",
    catches: ["MYPW=abc", `DBPW=${drawn(12)}`],
    passes: ["PWA=offline", "SPWN=process", "MYPW=$PW"],
  },
  {
    finding: "sshpass_flag",
    catches: ["sshpass -p 'flek&5wuz' ssh deploy@host", "sshpass -p Winter24 ssh a@b"],
    passes: ['sshpass -p "$SSH_PASS" ssh a@b', "sshpass -e ssh a@b"],
  },
  {
    finding: "mysql_inline_password",
    catches: ["mysql -u root -pWinter24 app"],
    passes: ["mysql -p db", "mysql -u root -p$PASS app"],
  },
  {
    finding: "connection_password",
    catches: ["ssh ana@host pass: Winter24x", "redis pwd=Winter24x"],
    passes: ["ssh ana@host pass: ask the team"],
  },
  {
    finding: "markdown_credential",
    catches: ["**Password**: Winter24x", `**API key**: ${drawn(24)}`],
    passes: ["**Key** alone", "**Password**: see the vault"],
  },
  { finding: "inline_credential", catches: [`\`API_KEY\`: \`${drawn(24)}\``], passes: ["`API_KEY`: `$KEY`"] },
  {
    finding: "hex_token",
    catches: [`the value \`${hex(40)}\` was stored raw`],
    passes: [`fixed in commit \`${hex(40)}\``, `image digest \`${hex(64)}\``, "`a1b2c3d`"],
  },
  {
    finding: "hex_token_ctx",
    catches: [`the deploy token in the log was ${hex(40)}`, `key ${hex(64)}`],
    passes: [
      `regression bisected to ${hex(40)} on main`,
      `sha256 digest is ${hex(64)}`,
      `the token bucket changed in commit ${hex(40)}`,
      `checksum = "${hex(64)}"`,
      `FROM node:20@sha256:${hex(64)}`,
      `tx 0x${hex(64)}`,
    ],
  },
  {
    finding: "prose_password",
    catches: [
      "the admin password is eqzf%xV7br$23 for now",
      "his password is now Hunter2Squared99",
      "passwd set to NewUserPasswdZ9 for onboarding",
      "the shared passphrase for the vault: FamilyHorse2026",
      "pin for the gate is set to MixedCasePin7788",
    ],
    passes: [
      "the PIN is 384720",
      "a password has at least 12 chars",
      "the password is base64-encoded",
      "add a password field to the sign-up form",
      "pin the base image to Node20Bookworm",
      "the password rules changed in PROJ-1234567",
    ],
  },
  {
    finding: "card_number_pan",
    catches: [
      "4242 4242 4242 4242",
      "card 5555-5555-5555-4444 exp 12/29",
      "378282246310005",
      "3782 822463 10005",
      "4222222222222",
    ],
    passes: [
      "order 4242 4242 4242 4243",
      "pedido #106823406796",
      "ES91 2100 0418 4502 0005 1332",
      "at 1718210000123 ms",
    ],
  },
  { finding: "sendgrid_key", catches: [`SG.${url(22)}.${url(43)}`], passes: ["SG.UI.Grid.Column"] },
  { finding: "twilio_sid", catches: [`AC${hex(32)}`], passes: ["AC power supply", `MAC${hex(32)}`] },
  { finding: "supabase_key", catches: [`sbp_${hex(40)}`], passes: ["sbp_client"] },
  {
    finding: "npm_token",
    catches: [`npm_${drawn(36)}`],
    passes: ["npm_config_registry", "npm_package_dependencies_typescript_long"],
  },
  {
    finding: "huggingface_token",
    catches: [`hf_${drawn(34, ALNUM.slice(0, 52))}`, `api_org_${drawn(34)}`],
    passes: ["hf_hub_download", "hf_requiredCharacteristicTypesForDisplayMetadata"],
  },
  { finding: "gitlab_token", catches: [`glpat-${url(20)}`], passes: ["glpat-short", "glpat-XXXXXXXXXXX-XXXXXXXX"] },
  { finding: "atlassian_token", catches: [`ATATT3${url(180)}`], passes: ["an ATATT in prose"] },
  {
    finding: "azure_storage_key",
    catches: [
      `AccountName=acme;AccountKey=${drawn(86, BASE64)}==;EndpointSuffix=core.windows.net`,
      `storage key: ${drawn(86, BASE64)}==`,
    ],
    passes: [`"integrity": "sha512-${drawn(86, BASE64)}=="`, "AccountKey=<key>"],
  },
  { finding: "mailgun_key", catches: [`key-${hex(32)}`], passes: ["key-value", `key-${hex(8)}`] },
  {
    finding: "discord_bot_token",
    catches: [`M${drawn(24)}.${url(6)}.${url(38)}`, `O${drawn(23)}.${url(6)}.${url(27)}`],
    passes: ["Module.config.development"],
  },
  { finding: "onepassword_token", catches: [`ops_eyJ${url(60)}`], passes: ["ops_runbook"] },
  {
    finding: "tailscale_key",
    catches: [`tskey-auth-${drawn(17)}-${drawn(32)}`, `tskey-client-${drawn(12)}`],
    passes: ["tskey-auth"],
  },
  {
    finding: "url_credential",
    catches: [
      "https://ana:Tr0ub4dor@git.example.com/x",
      "https://:Tr0ub4dor@git.example.com/x",
      "ftp://ana:correcthorse@files.example.com",
    ],
    passes: [
      "https://ana@host",
      "https://host:8443/a@b",
      "https://user:password@host",
      "https://user:${TOKEN}@host",
      "https://{USER}:{PASS}@host",
      "https://{{user}}:{{pass}}@host",
      "https://user:abc@host",
    ],
  },
  {
    finding: "keyed_uuid",
    catches: [
      `HEROKU_API_KEY=${uuid()}`,
      `const hubspotKey = "${uuid().toUpperCase()}"`,
      `the Heroku API key is ${uuid()}`,
      `apikey: ${uuid()}`,
    ],
    passes: [
      `session ${uuid()} resumed`,
      `request_id: ${uuid()}`,
      `primary key: ${uuid()}`,
      `foreign_key = ${uuid()}`,
      `partitionKey: ${uuid()}`,
      `idempotency_key=${uuid()}`,
      `cache key is ${uuid()}`,
      `public_key: ${uuid()}`,
    ],
  },
  {
    finding: "seed_phrase",
    catches: [
      `wallet seed: ${seedWords}`,
      `recovery phrase is ${seedWords}`,
      "abandon ability able about above absent absorb abstract absurd abuse access accident",
    ],
    passes: [
      "seed the database with the users that every test needs before it runs",
      `seed ${seedWords.replaceAll(" ", ", ")}`,
      "words like zebra quick lunar marble castle orbit velvet timber ocean candle pepper window",
    ],
  },
  {
    finding: "spanish_prose_password",
    catches: [
      "la clave es hunter2!",
      `contraseña: x9Kq${drawn(6)}`,
      "la contraseña del servidor es rk7vg+Wl",
      "contrasena = s3same!",
    ],
    passes: [
      "la clave está en Vault",
      "la clave es la paciencia",
      "la clave es paciencia.",
      "clave primaria: user_id_2",
    ],
  },
  {
    finding: "basic_auth",
    catches: [`Authorization: Basic ${base64(`svc:${drawn(10)}`)}`],
    passes: ["Authorization: Basic ...", "Basic authentication", `Basic ${base64("username:password")}`],
  },
  {
    finding: "authorization_header",
    catches: [`Authorization: Token ${hex(40)}`, `Authorization: ${uuid()}`],
    passes: ["Authorization: Token **********", "authorization: role-based"],
  },
  {
    finding: "curl_user",
    catches: [`curl -u deploy:${drawn(12)} https://x.example`, `curl --user 'api:d2LkV7!t' \\\n https://x.example`],
    passes: [
      'curl -sL --user "$1:$2" "$3"',
      "curl --user neo4j:[PASSWORD] http://[IP]:7474/",
      'curl -u "myusername" http://localhost/',
      "curl -i -u 'test:test'",
      "nc -u -l 41234:5",
    ],
  },
  {
    finding: "flag_credential",
    catches: [`vercel deploy --token ${drawn(24)}`],
    passes: ["deploy --token TOKEN", "cmd --key ./id_rsa.pem", "docker login --password-stdin"],
  },
  {
    finding: "netrc_password",
    catches: ["machine api.example.io login deploy password ynud&bw8"],
    passes: ["login with password or key"],
  },
  {
    finding: "named_entry",
    catches: [
      '<add key="ClearTextPassword" value="VojoXhmf-Pcuvhufz" />',
      `{"name": "API_KEY", "value": "${drawn(24)}"}`,
    ],
    passes: ['<add key="ClearTextPassword" value="%VAR%" />', '<entry key="theme" value="dark-2024" />'],
  },
  {
    finding: "url_signature",
    catches: [`https://acme.blob.example.net/f?sv=2024&sig=${drawn(40)}%3D`],
    passes: ["https://example.com/a?sig=none&code=200"],
  },
  {
    finding: "slack_webhook",
    catches: [`https://hooks.slack.com/services/T${drawn(10, BASE32)}/B${drawn(10, BASE32)}/${drawn(24)}`],
    passes: ["https://hooks.slack.com/services/"],
  },
  {
    finding: "discord_webhook",
    catches: [`https://discord.com/api/webhooks/${drawn(19, "123456789")}/${url(68)}`],
    passes: ["discord.com/api/webhooks/ docs"],
  },
  {
    finding: "vault_token",
    catches: [`hvs.${url(90)}`, `token: s.${drawn(22)}a1`],
    passes: ["s.AcceptanceTimeoutSeconds", "s.thisstringisalllowercase"],
  },
  {
    finding: "onepassword_secret_key",
    catches: [
      `A3-${drawn(6, BASE32)}-${drawn(11, BASE32)}-${drawn(5, BASE32)}-${drawn(5, BASE32, 2)}-${drawn(5, BASE32, 3)}`,
    ],
    passes: ["A3-XXXXXX-XXXXXXXXXXX-XXXXX-XXXXX-XXXXX"],
  },
  {
    finding: "facebook_app_token",
    catches: [`facebook ${drawn(16, "123456789")}|${url(27)}`],
    passes: ["| 1234567890123456 | total |"],
  },
  {
    finding: "kubernetes_secret",
    catches: [`kind: Secret\ndata:\n  extra: ${base64("admin:passw0rd!")}\n`],
    passes: [`kind: ConfigMap\ndata:\n  extra: ${base64("admin:passw0rd!")}\n`],
  },
];

/** Kinds that are no secret but are taken out of what leaves for a shared place. */
export const PRIVATE_NETWORK: readonly (Category & { readonly after: readonly string[] })[] = [
  {
    finding: "private_ip_port",
    catches: ["db at 10.0.5.3:5432, ro"],
    after: ["db at [REDACTED:private_ip_port], ro"],
    passes: ["127.0.0.1:5432", "8.8.8.8:53"],
  },
  {
    finding: "private_ipv4",
    catches: ["10.1.2.3", "172.16.2.4", "NFS at 192.168.3.5, mount ro"],
    after: ["[REDACTED:private_ipv4]", "[REDACTED:private_ipv4]", "NFS at [REDACTED:private_ipv4], mount ro"],
    passes: ["127.0.0.1", "169.254.10.5", "8.8.8.8", "172.32.0.1", "v10.1.2"],
  },
  {
    finding: "home_path_unix",
    catches: ["see /home/ana/.ssh", "in /Users/luis/work"],
    after: ["see [REDACTED:home_path_unix].ssh", "in [REDACTED:home_path_unix]work"],
    passes: ["/var/log/app/", "/etc/x.yaml", "src/home/page.ts"],
  },
  {
    finding: "home_path_windows",
    catches: ["D:\\Users\\luis"],
    after: ["[REDACTED:home_path_windows]"],
    passes: ["users\\manual"],
  },
  {
    finding: "absolute_path_windows",
    catches: ["open Q:\\A b\\c.txt and go on", "C:/x/y then"],
    after: ["open [REDACTED:absolute_path_windows] and go on", "[REDACTED:absolute_path_windows] then"],
    passes: ["src/app.ts", "https://example.com/a", "a:b"],
  },
  {
    finding: "absolute_path_unc",
    catches: ["on \\\\host\\share\\f here"],
    after: ["on [REDACTED:absolute_path_unc] here"],
    passes: ["a\\b", "docs/ops.md"],
  },
];
