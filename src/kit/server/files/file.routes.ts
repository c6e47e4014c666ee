import type { Selectable } from 'kysely';
import { downloadFile, finishUpload, resumableLimit, uploadFile, uploadLimit, type FileView } from '#kit/common/files/file.contract.ts';
import { sheetHead, sheetTitles } from '#kit/common/files/sheet.contract.ts';
import { handle, type BoundRoute } from '../handle.ts';
import { InvalidInput } from '../refusal.ts';
import type { FileTable } from './file.table.ts';
import { findFile, keepUpload, temporary } from './files.ts';
import { openUpload } from './resumable.ts';
import { sendFile } from './send-file.ts';
import { nameColumns, readSheetHead } from './sheet-head.ts';

/** A file as answers carry it. */
const fileView = (file: Selectable<FileTable>): FileView => ({
  fileId: file.id,
  name: file.name,
  type: file.type,
  size: file.size,
  expiresAt: file.expires_at,
});

/** The calls that bring files in and out. */
export const fileRoutes: readonly BoundRoute[] = [
  handle(uploadFile, async (call, { purpose }) => {
    const part = await call.request.file();
    if (!part) throw new InvalidInput([{ path: 'file', namespace: 'kit', key: 'issue.missing' }]);
    const file = await keepUpload(
      call.services,
      part.file,
      { name: part.filename, declared: part.mimetype, purpose, owner: call.caller.uid, keepMillis: temporary },
      uploadLimit - 1,
    );
    call.caller.touch({ kind: 'file', id: file.id, name: file.name });
    return fileView(file);
  }),
  handle(finishUpload, async (call, { uploadId, name, purpose }) => {
    const upload = await openUpload(call.services, call.caller.uid, uploadId);
    const file = await keepUpload(
      call.services,
      upload.stream,
      { name, declared: '', purpose, owner: call.caller.uid, keepMillis: temporary },
      resumableLimit,
    );
    await upload.forget();
    call.caller.touch({ kind: 'file', id: file.id, name: file.name });
    return fileView(file);
  }),
  handle(sheetHead, (call, { fileId }) => readSheetHead(call, fileId)),
  handle(sheetTitles, (call, { fileId, titles }) => nameColumns(call, fileId, titles)),
  handle(downloadFile, async (call, { fileId }) => {
    const file = await findFile(call.db, call.caller.uid, fileId, call.services.now());
    await sendFile(call.services.files, file, call.request, call.response);
    return undefined;
  }),
];
