/** Pictures that were uploaded here and are not saved yet, by file. */
const uploaded = new Map<string, string>();

/** Remembers what an uploaded file looks like, until the page is left. */
export function rememberPicture(fileId: string, file: File): void {
  uploaded.set(fileId, URL.createObjectURL(file));
}

/** The address of a picture: as it is saved, or as it was uploaded here. */
export const pictureOf = (fileId: string, icons: Readonly<Record<string, string>>): string | undefined =>
  icons[fileId] ?? uploaded.get(fileId);
