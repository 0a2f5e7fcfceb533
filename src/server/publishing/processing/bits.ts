/** Reads numbers of any length from bytes, as video and audio formats write them. Throws past the end. */
export class BitReader {
  /** The position of the next bit. */
  at = 0;
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get left(): number {
    return 8 * this.bytes.length - this.at;
  }

  /** The next `count` bits, at most 32, as a number. */
  read(count: number): number {
    if (count > this.left) throw new RangeError('There are no more bits');
    let value = 0;
    for (let bit = 0; bit < count; bit++, this.at++) {
      value = 2 * value + (((this.bytes[this.at >> 3] ?? 0) >> (7 - (this.at & 7))) & 1);
    }
    return value;
  }

  flag(): boolean {
    return this.read(1) === 1;
  }

  skip(count: number): void {
    if (count > this.left) throw new RangeError('There are no more bits');
    this.at += count;
  }

  /** A number in Exp-Golomb code, which H.264 and H.265 use. */
  golomb(): number {
    let zeros = 0;
    while (!this.flag()) zeros += 1;
    return 2 ** zeros - 1 + this.read(zeros);
  }

  /** The same, positive or negative. */
  signedGolomb(): number {
    const code = this.golomb();
    return code % 2 === 1 ? (code + 1) / 2 : -code / 2;
  }
}

/** The first bits of some bytes; what is left of the last byte is zero. */
export function firstBits(bytes: Uint8Array, count: number): Uint8Array {
  const cut = Uint8Array.from(bytes.subarray(0, Math.ceil(count / 8)));
  const rest = count % 8;
  if (rest > 0) cut[cut.length - 1] = (cut.at(-1) ?? 0) & (0xff << (8 - rest));
  return cut;
}
