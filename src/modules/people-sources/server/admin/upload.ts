import type { Parsed, Reply } from '#kit/common/contract.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import { findFile } from '#kit/server/files/files.ts';
import type { Call } from '#kit/server/handle.ts';
import { InvalidInput, wrongState } from '#kit/server/refusal.ts';
import { fileConfig, type FileConfig } from '../../common/config/file.ts';
import type { sourceUpload } from '../../common/source-try.contract.ts';
import { houseOf } from '../connector/connectors.ts';
import { lookAtFile, type FileLook } from '../connector/file/look-at-file.ts';
import { assertIdle } from './source.check.ts';
import { sourceKind } from './source.kind.ts';
import { findSource } from './source.query.ts';
import { refusalOf } from './try-source.ts';

type Input = Parsed<typeof sourceUpload>;

/** Takes an uploaded file into use, once all of it could be read (12120), and shows how it begins. */
export async function uploadFile(call: Call, { id, fileId, sheet, encoding }: Input): Promise<Reply<typeof sourceUpload>> {
  const found = await findSource(call, id);
  if (found.kind !== 'file') throw wrongState(found.kind);
  await findFile(call.db, call.caller.uid, fileId, call.services.now());
  const config = configOf({
    ...found.config,
    from: 'upload',
    fileId,
    ...(sheet !== undefined && { sheet }),
    ...(encoding && { encoding }),
  });
  const look = await lookAt(call, found.code, config);
  await call.write(async (tx) => {
    await assertIdle(tx, id);
    await changeObjects(tx, call.caller, sourceKind, [{ id, version: null, fields: { config } as Fields }]);
  });
  return look;
}

function configOf(config: Record<string, unknown>): FileConfig {
  const parsed = fileConfig.safeParse(config);
  if (parsed.success) return parsed.data;
  throw new InvalidInput([{ path: String(parsed.error.issues[0]?.path[0] ?? 'encoding'), namespace: 'kit', key: 'issue.invalid_value' }]);
}

async function lookAt(call: Call, code: string, config: FileConfig): Promise<FileLook> {
  const signal = new AbortController().signal;
  try {
    return await lookAtFile({ house: houseOf(call.services), source: { code, config, secrets: {} }, signal });
  } catch (error) {
    throw refusalOf(call, error);
  }
}
