import { parseStrictJson } from '#kit/server/http/strict-json.ts';
import { clientFrame, type ClientFrame } from '../../common/client/frames.ts';

/** Reads a frame; undefined for what is none. */
export function frameIn(data: Buffer): ClientFrame | undefined {
  try {
    return clientFrame.parse(parseStrictJson(data.toString()));
  } catch {
    return undefined;
  }
}
