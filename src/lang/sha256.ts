import { loadedLate, madeLate } from './late.js';

const blockSize = 64;
const bytesBeforeLoading = 8192;

/**
 * SHA-256 of a text in UTF-8, as hexadecimal digits. Node's own is far faster, but to load it takes as long as a hundred digests here,
 * and most runs of a command need a few: so the first ones are made here.
 */
export const sha256 = inTheEndBy(loadedLate('node:crypto', (library: typeof import('node:crypto')) => library));

type Library = () => Pick<typeof import('node:crypto'), 'hash'>;

function inTheEndBy(library: Library): (text: string) => string {
  let left = bytesBeforeLoading;
  return (text) => {
    left -= text.length + blockSize;
    return left > 0 ? ownDigest(text) : library().hash('sha256', text);
  };
}

/** @internal */
export function ownDigest(text: string): string {
  const bytes = Buffer.from(text);
  const size = bytes.length;
  const { first, constants } = fractions();
  const state = first.slice();
  // A bit behind the bytes, and their number in bits at the end of the last block.
  const padded = new DataView(new ArrayBuffer(Math.ceil((size + 9) / blockSize) * blockSize));
  new Uint8Array(padded.buffer).set(bytes);
  padded.setUint8(size, 0x80);
  padded.setBigUint64(padded.byteLength - 8, BigInt(size) * 8n);
  const words = new Int32Array(64);
  for (let at = 0; at < padded.byteLength; at += blockSize) addBlock(state, padded, at, words, constants);
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

function addBlock(state: Int32Array, bytes: DataView, from: number, words: Int32Array, constants: Int32Array): void {
  for (let i = 0; i < 16; i++) words[i] = bytes.getInt32(from + i * 4);
  for (let i = 16; i < 64; i++) {
    const x = words[i - 15]!;
    const y = words[i - 2]!;
    const low = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const high = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    words[i] = words[i - 16]! + low + words[i - 7]! + high;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const high = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const first = (h + high + ((e & f) ^ (~e & g)) + constants[i]! + words[i]!) | 0;
    const low = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const second = low + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i]! += word;
  });
}

/** 32 bits of the fractions of roots of the first primes: what the algorithm begins with, and what it adds. */
const fractions = madeLate(() => {
  const primes: number[] = [];
  for (let value = 2; primes.length < 64; value++) if (primes.every((prime) => value % prime !== 0)) primes.push(value);
  const bits = (root: number) => ((root % 1) * 2 ** 32) | 0;
  return {
    first: Int32Array.from(primes.slice(0, 8), (prime) => bits(Math.sqrt(prime))),
    constants: Int32Array.from(primes, (prime) => bits(Math.cbrt(prime))),
  };
});
