import { textSignature } from "@memorymaster/core";

/**
 * Words that decide what a statement says although they hold no digit, in English and Spanish. In a row, `|` parts what
 * cannot be true together.
 */
const STATES = `
enabled enable enables active activated habilitado habilitada habilitados activado activada activo activa | disabled disable disables inactive deactivated deshabilitado deshabilitada desactivado desactivada inactivo inactiva
allowed allow allows permitted permit permits permitido permitida permite permiten | forbidden forbid forbids prohibited disallowed denied deny denies prohibido prohibida prohibidos prohibe
required mandatory obligatory obligatorio obligatoria requerido requerida | optional opcional
sync synchronous synchronously sincrono sincrona | async asynchronous asynchronously asincrono asincrona
open opened abierto abierta | closed cerrado cerrada
public publicly publico publica | private privately privado privada
passes passing passed pasan | fails failing failed fallan falla
before antes | after despues
manual manually manualmente | automatic automatically automatico automatica automaticamente
true verdadero | false falso
increased increases raised aumenta aumento | decreased decreases lowered reduced disminuye reduce
mutable | immutable inmutable
stateful | stateless
strict estricto estricta | lenient relaxed
encrypted cifrado cifrada | unencrypted plaintext
online | offline
shared compartido compartida | dedicated dedicado dedicada
ascending ascendente | descending descendente
accepts accepted accept acepta | rejects rejected reject rechaza rechazado
includes include included incluye | excludes exclude excluded excluye
keeps kept retains retained conserva conservan | deletes deleted removes removed elimina eliminan borra borran
sequential sequentially serial serially secuencial secuencialmente | parallel concurrently concurrent paralelo
full completo completa | partial parcial | incremental
tabs tabulaciones | spaces espacios
midnight medianoche | noon midday mediodia
uppercase mayusculas | lowercase minusculas
rebase rebases rebased | squash squashed squashes
deprecated obsoleto obsoleta | supported soportado soportada
hourly | daily nightly diario diaria diariamente | weekly semanal semanalmente | monthly mensual mensualmente | quarterly trimestral | yearly annually anual
milliseconds milisegundos | seconds second segundos | minutes minute minutos | hours hour horas | days day dias | weeks week semanas | months month meses | years year
kilobytes | megabytes | gigabytes | terabytes
`;

/** The same for words that name different things, of which both can be true. */
const SIDES = `
production prod produccion | staging | development dev desarrollo | testing test pruebas | qa | sandbox | preview | canary
frontend | backend
client cliente clientes | server servidor
read reads lectura | write writes escritura | idle
input entrada | output salida
upload uploads subida | download downloads descarga
request requests peticion peticiones | response responses respuesta respuestas
primary primario primaria | replica replicas secondary secundario secundaria standby
source origen | target destination destino
minimum min minimo minima | maximum max maximo maxima
internal interno interna | external externo externa
admin administrator administrador | guest invitado
first primero primera | last ultimo ultima
cpu | memory memoria | disk disco
android | ios
linux | windows | macos
unit unitarias unitarios | integration integracion
access acceso | refresh
soft | hard
inbound entrante | outbound saliente
ingress | egress
local | remote remoto remota
mobile movil | desktop escritorio
parent padre | child hijo
left izquierda | right derecha
sender remitente | receiver destinatario
connect connection conexion | query consulta
`;

/** Short and long forms of one word, and verbs that say the same of software. */
const SAME = `
db database databases
config configs configuration configurations settings
repo repos repository repositories
env environment environments
auth authentication
postgres postgresql
js javascript
ts typescript
docs documentation
app apps application applications
dir directory directories folder folders
deps dependencies
lib libs library libraries
runs run running executes execute executed
stores stored store saves saved save persisted persists
begins begin starts start started
fetches fetch retrieves retrieve retrieved
verifies verify checks check checked validates validate validated
requires require needs need needed
fixes fix repairs repair
generates generate generated creates create created
utilizes utilize uses use used using
almacena guarda almacenan guardan almacenados guardados
usa usamos utiliza utilizamos usan utilizan
ejecuta ejecutan corre corren
`;

/** Words that say nothing new beside the others. */
const LIGHT = `currently presently already also still simply must need each every all whole entire via actually always
  actualmente ya tambien siempre debe deben cada toda todas`;

const NUMBERS = `two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 fifteen=15 twenty=20
  thirty=30 forty=40 fifty=50 sixty=60 ninety=90 hundred=100 dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9
  diez=10 doce=12 quince=15 veinte=20 treinta=30 cuarenta=40 cincuenta=50 sesenta=60 noventa=90 cien=100`;

const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== "");
const linesOf = (table: string): readonly string[] => table.split("\n").filter((line) => line !== "");
const termsOf = (words: string): readonly string[] => wordsOf(words).flatMap((word) => textSignature(word).rest);

/** What a term stands for: its row, and which of the words of the row that cannot be true together. */
export interface Contrast {
  readonly row: number;
  readonly side: number;
}

function contrasts(table: string): ReadonlyMap<string, Contrast> {
  const entries = linesOf(table).flatMap((line, row) =>
    line.split("|").flatMap((words, side) => termsOf(words).map((term) => [term, { row, side }] as const)),
  );
  return new Map(entries);
}

export const STATE_TERMS: ReadonlyMap<string, Contrast> = contrasts(STATES);
export const SIDE_TERMS: ReadonlyMap<string, Contrast> = contrasts(SIDES);

/** Terms by the one that stands for all of the same meaning. */
export const SAME_TERMS: ReadonlyMap<string, string> = new Map(
  linesOf(SAME).flatMap((line) => {
    const terms = termsOf(line);
    return terms.map((term) => [term, terms[0] ?? term] as const);
  }),
);

export const LIGHT_TERMS: ReadonlySet<string> = new Set(termsOf(LIGHT));

const DIGITS: ReadonlyMap<string, string> = new Map(
  wordsOf(NUMBERS).map((pair) => {
    const [word = "", digits = ""] = pair.split("=");
    return [word, digits] as const;
  }),
);
const NUMBER_WORD = new RegExp(
  `(?<![\\p{L}\\p{N}_./-])(?:${[...DIGITS.keys()].join("|")})(?![\\p{L}\\p{N}_/-])`,
  "giu",
);

/** The text with its number words as digits: "five times" and "5 times" are the same. */
export function withDigits(text: string): string {
  return text.replace(NUMBER_WORD, (word) => DIGITS.get(word.toLowerCase()) ?? word);
}
