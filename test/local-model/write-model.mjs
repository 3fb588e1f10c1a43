// Writes a GGUF file of a very small Llama with random weights. It can say anything, and means nothing by it.
import { writeFileSync } from 'node:fs';

const SIZES = { embedding: 32, inner: 64, heads: 2, context: 4096 };

/** @param {string} path where the model goes, about 150 kB */
export function writeModel(path) {
  const { tokens, types } = vocabulary();
  const { embedding, inner, heads, context } = SIZES;
  const metadata = [
    text('general.architecture', 'llama'),
    text('general.name', 'random weights'),
    whole('llama.context_length', context),
    whole('llama.embedding_length', embedding),
    whole('llama.block_count', 1),
    whole('llama.feed_forward_length', inner),
    whole('llama.attention.head_count', heads),
    whole('llama.rope.dimension_count', embedding / heads),
    real('llama.attention.layer_norm_rms_epsilon', 1e-5),
    text('tokenizer.ggml.model', 'llama'),
    list('tokenizer.ggml.tokens', TYPES.string, tokens.map(string)),
    list(
      'tokenizer.ggml.scores',
      TYPES.float,
      tokens.map((_, index) => float(-index)),
    ),
    list('tokenizer.ggml.token_type', TYPES.int, types.map(int)),
    whole('tokenizer.ggml.unknown_token_id', 0),
    whole('tokenizer.ggml.bos_token_id', 1),
    whole('tokenizer.ggml.eos_token_id', 2),
  ];
  const tensors = [
    ['token_embd.weight', [embedding, tokens.length]],
    ['blk.0.attn_norm.weight', [embedding]],
    ['blk.0.attn_q.weight', [embedding, embedding]],
    ['blk.0.attn_k.weight', [embedding, embedding]],
    ['blk.0.attn_v.weight', [embedding, embedding]],
    ['blk.0.attn_output.weight', [embedding, embedding]],
    ['blk.0.ffn_norm.weight', [embedding]],
    ['blk.0.ffn_gate.weight', [embedding, inner]],
    ['blk.0.ffn_up.weight', [embedding, inner]],
    ['blk.0.ffn_down.weight', [inner, embedding]],
    ['output_norm.weight', [embedding]],
    ['output.weight', [embedding, tokens.length]],
  ];
  writeFileSync(path, gguf(metadata, tensors));
}

/** The 256 bytes, so that every text can be said, and single characters, so that plain ones take one token. */
function vocabulary() {
  const special = ['<unk>', '<s>', '</s>'];
  const bytes = Array.from({ length: 256 }, (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`);
  const characters = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index));
  const types = [2, 3, 3, ...bytes.map(() => 6), ...characters.map(() => 1), 1];
  return { tokens: [...special, ...bytes, ...characters, '\u2581'], types };
}

const ALIGNMENT = 32;
const TYPES = { uint: 4, int: 5, float: 6, string: 8, array: 9 };

function gguf(metadata, tensors) {
  let offset = 0;
  const infos = tensors.map(([name, dimensions]) => {
    const info = Buffer.concat([string(name), uint(dimensions.length), ...dimensions.map(long), uint(0), long(offset)]);
    offset += aligned(4 * product(dimensions));
    return info;
  });
  const head = Buffer.concat([
    Buffer.from('GGUF'),
    uint(3),
    long(tensors.length),
    long(metadata.length),
    ...metadata,
    ...infos,
  ]);
  const data = tensors.map(([name, dimensions]) => pad(weights(product(dimensions), name.includes('norm'))));
  return Buffer.concat([pad(head), ...data]);
}

/** The same numbers on every machine. */
let seed = 42;
function weights(count, ones) {
  const values = Float32Array.from({ length: count }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return ones ? 1 : seed / 2_147_483_648 - 0.5;
  });
  return Buffer.from(values.buffer);
}

function text(key, value) {
  return Buffer.concat([string(key), uint(TYPES.string), string(value)]);
}
function whole(key, value) {
  return Buffer.concat([string(key), uint(TYPES.uint), uint(value)]);
}
function real(key, value) {
  return Buffer.concat([string(key), uint(TYPES.float), float(value)]);
}
function list(key, type, items) {
  return Buffer.concat([string(key), uint(TYPES.array), uint(type), long(items.length), ...items]);
}
function string(value) {
  const bytes = Buffer.from(value, 'utf8');
  return Buffer.concat([long(bytes.length), bytes]);
}
function number(size, write) {
  const buffer = Buffer.alloc(size);
  write(buffer);
  return buffer;
}
function uint(value) {
  return number(4, (buffer) => buffer.writeUInt32LE(value));
}
function int(value) {
  return number(4, (buffer) => buffer.writeInt32LE(value));
}
function float(value) {
  return number(4, (buffer) => buffer.writeFloatLE(value));
}
function long(value) {
  return number(8, (buffer) => buffer.writeBigUInt64LE(BigInt(value)));
}
function product(values) {
  return values.reduce((result, value) => result * value, 1);
}
function aligned(size) {
  return Math.ceil(size / ALIGNMENT) * ALIGNMENT;
}
function pad(buffer) {
  return Buffer.concat([buffer, Buffer.alloc(aligned(buffer.length) - buffer.length)]);
}
