import { describe, expect, test } from 'vitest';
import { cleanAacConfig, cleanAacFrame } from '#server/publishing/processing/clean-aac.ts';
import { cleanAv1Picture } from '#server/publishing/processing/clean-av1.ts';
import { h264Cleaner } from '#server/publishing/processing/clean-h264.ts';
import { h265Cleaner } from '#server/publishing/processing/clean-h265.ts';
import { cleanOpusConfig, cleanOpusPacket } from '#server/publishing/processing/clean-opus.ts';
import { heic } from '#test/support/sample-files.ts';

const hex = (digits: string) => Buffer.from(digits, 'hex');
const bytes = (text: string) => Buffer.from(text, 'latin1');
const behindLength = (size: number) => (content: Buffer) => {
  const length = Buffer.alloc(size);
  length.writeUIntBE(content.length, 0, size);
  return Buffer.concat([length, content]);
};
const unit = behindLength(4);
const set = behindLength(2);

describe('H.264', () => {
  const [sequence, picture] = [
    hex('6742c00adc47b011000003000100000300020f122780'),
    hex('68ce0f2c80'),
  ];
  const slice = hex('65888404bc98a000202f2727275d75d75d75d780');
  const config = (sequences: Buffer[], pictures: Buffer[], tail = '') =>
    Buffer.concat([
      hex('0142c00aff'),
      Buffer.from([0xe0 | sequences.length]),
      ...sequences.map(set),
      Buffer.from([pictures.length]),
      ...pictures.map(set),
      bytes(tail),
    ]);
  const cleaned = (description: Buffer, ...samples: Buffer[]) => {
    const cleaner = h264Cleaner(description);
    for (const sample of samples) cleaner.study(sample);
    return { config: cleaner.config(), samples: samples.map((sample) => cleaner.clean(sample)) };
  };

  test('keeps what a decoder needs exactly as it is', () => {
    const { config: kept, samples } = cleaned(config([sequence], [picture]), unit(slice));
    expect(kept).toEqual(config([sequence], [picture]));
    expect(samples).toEqual([unit(slice)]);
  });

  test('loses parameter sets that no picture uses, and what is behind the others', () => {
    const hidden = [
      Buffer.concat([sequence, bytes('SECRET')]),
      Buffer.concat([hex('6742c00a'), bytes('1SECRET-SECRET-SECRET')]),
    ];
    const unused = Buffer.concat([hex('68'), bytes('SECRET')]);
    const { config: kept } = cleaned(config(hidden, [picture, unused], 'SECRET'), unit(slice));
    expect(kept).toEqual(config([sequence], [picture]));
  });

  test('keeps parameter sets among the pictures if they are used', () => {
    const sample = Buffer.concat([unit(sequence), unit(picture), unit(slice)]);
    const spoken = Buffer.concat([unit(hex('06051053')), sample, unit(hex('0c80'))]);
    expect(cleaned(config([sequence], [picture]), spoken).samples).toEqual([sample]);
  });

  test('that is cut off is refused', () => {
    expect(() => cleaned(config([sequence], [picture]).subarray(0, 12))).toThrow('cut off');
    const cut = unit(slice).subarray(0, 10);
    expect(() => cleaned(config([sequence], [picture]), cut)).toThrow('cut off');
  });
});

describe('H.265', () => {
  // The settings of an iPhone.
  const file = heic();
  const at = file.indexOf('hvcC');
  const description = file.subarray(at + 4, at - 4 + file.readUInt32BE(at - 4));
  const slice = hex('2601ac10');
  const hidden = {
    'supplemental information': Buffer.concat([hex('4e01'), bytes('SECRET')]),
    'supplemental information behind it': Buffer.concat([hex('5001'), bytes('SECRET')]),
    'a delimiter': Buffer.concat([hex('4601'), bytes('SECRET')]),
    filler: Buffer.concat([hex('4c01'), bytes('SECRET')]),
    'a picture for the other eye': Buffer.concat([hex('2609'), bytes('SECRET')]),
    'an unknown unit': Buffer.concat([hex('6001'), bytes('SECRET')]),
    'a parameter set that nothing uses': Buffer.concat([hex('4401'), bytes('SECRET')]),
  };

  test.each(Object.entries(hidden))('loses %s', (_, content) => {
    const cleaner = h265Cleaner(description);
    const sample = Buffer.concat([unit(content), unit(slice), unit(content)]);
    cleaner.study(sample);
    expect(cleaner.clean(sample)).toEqual(unit(slice));
  });

  test('keeps the parameter sets that are used, and no others', () => {
    const cleaner = h265Cleaner(description);
    cleaner.study(unit(slice));
    const sets = (config: Uint8Array) => config.filter((_, index) => index > 22).length;
    expect(sets(cleaner.config())).toBeGreaterThan(30);
    expect(Buffer.from(cleaner.config().subarray(0, 22))).toEqual(description.subarray(0, 22));
    expect(sets(h265Cleaner(description).config())).toBe(9);
  });
});

test('AV1 loses metadata, padding, and delimiters', () => {
  const part = (type: number, content: Buffer, hasSize = true) =>
    Buffer.concat([
      Buffer.from(hasSize ? [(type << 3) | 2, content.length] : [type << 3]),
      content,
    ]);
  const [sequence, frame] = [part(1, hex('0a0b')), part(6, hex('0c0d'), false)];
  const secret = bytes('SECRET');
  const data = Buffer.concat([part(2, secret), sequence, part(5, secret), part(15, secret), frame]);
  expect(cleanAv1Picture(data)).toEqual(Buffer.concat([sequence, frame]));
  expect(() => cleanAv1Picture(part(5, secret).subarray(0, 4))).toThrow('cut off');
});

test('AAC loses what is behind its settings and what precedes its sound', () => {
  expect(Buffer.from(cleanAacConfig(hex('1210')))).toEqual(hex('1210'));
  expect(Buffer.from(cleanAacConfig(Buffer.concat([hex('1210'), bytes('SECRET')])))).toEqual(
    hex('1210'),
  );
  // With the extension for high frequencies.
  const extended = hex('121056e500');
  expect(Buffer.from(cleanAacConfig(extended))).toEqual(extended.subarray(0, 5));
  // Channels of their own, which come with a comment.
  expect(() => cleanAacConfig(hex('1200'))).toThrow('Unusual');
  const sound = hex('01182007');
  expect(Buffer.from(cleanAacFrame(sound))).toEqual(sound);
  const data = Buffer.concat([hex('8806'), bytes('SECRET')]);
  expect(Buffer.from(cleanAacFrame(Buffer.concat([data, sound])))).toEqual(sound);
});

test('Opus loses its padding and what is behind its settings', () => {
  const settings = hex('4f707573486561640101000080bb0000000000');
  expect(Buffer.from(cleanOpusConfig(Buffer.concat([settings, bytes('SECRET')])))).toEqual(
    settings,
  );
  expect(Buffer.from(cleanOpusPacket(Buffer.concat([hex('fb4106fffe'), bytes('SECRET')])))).toEqual(
    hex('fb01fffe'),
  );
  expect(Buffer.from(cleanOpusPacket(hex('f8fffe')))).toEqual(hex('f8fffe'));
  expect(() => cleanOpusPacket(hex('fb4190ff'))).toThrow('cut off');
});
