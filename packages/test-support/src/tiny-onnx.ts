/** A protobuf field: number and content; a number is written as a varint, anything else with its length. */
type Field = readonly [number: number, content: number | string | Uint8Array | readonly Field[]];

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value % 0x80) + 0x80, ...varint(Math.floor(value / 0x80))];
}

function message(fields: readonly Field[]): Uint8Array {
  return Buffer.concat(
    fields.map(([number, content]) => {
      if (typeof content === "number") return Uint8Array.from([...varint(number * 8), ...varint(content)]);
      const bytes = typeof content === "string" ? Buffer.from(content) : bytesOf(content);
      return Buffer.concat([Uint8Array.from([...varint(number * 8 + 2), ...varint(bytes.length)]), bytes]);
    }),
  );
}

const bytesOf = (content: Uint8Array | readonly Field[]): Uint8Array =>
  content instanceof Uint8Array ? content : message(content);

const FLOAT = 1;
const INT64 = 7;

function tensorInfo(name: string, elementType: number, shape: readonly (string | number)[]): Field[] {
  const dims = shape.map((size): Field => [1, [typeof size === "number" ? [1, size] : [2, size]]]);
  return [
    [1, name],
    [
      2,
      [
        [
          1,
          [
            [1, elementType],
            [2, dims],
          ],
        ],
      ],
    ],
  ];
}

/**
 * An ONNX model of one `Gather`: each token becomes its row of `table`. Field numbers are those of `onnx.proto`.
 *
 * @param table one row for each token, all of one length
 */
export function tinyOnnx(table: readonly (readonly number[])[]): Uint8Array {
  const dims = table[0]?.length ?? 0;
  const weights = Buffer.from(Float32Array.from(table.flat()).buffer);
  const node: Field[] = [
    [1, "table"],
    [1, "input_ids"],
    [2, "last_hidden_state"],
    [3, "look-up"],
    [4, "Gather"],
  ];
  const initializer: Field[] = [
    [1, table.length],
    [1, dims],
    [2, FLOAT],
    [8, "table"],
    [9, weights],
  ];
  const graph: Field[] = [
    [1, node],
    [2, "tiny"],
    [5, initializer],
    [11, tensorInfo("input_ids", INT64, ["batch", "tokens"])],
    [12, tensorInfo("last_hidden_state", FLOAT, ["batch", "tokens", dims])],
  ];
  return message([
    [1, 8],
    [8, [[2, 13]]],
    [7, graph],
  ]);
}
