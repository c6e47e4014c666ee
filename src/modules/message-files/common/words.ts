/** What a file in a chat is. */
export const fileKinds = ['image', 'voice', 'video', 'file'] as const;
/** What a file in a chat is. */
export type FileKind = (typeof fileKinds)[number];

/** What became of a file in a chat. */
export const fileStates = ['normal', 'expired', 'recalled', 'quarantined', 'deleted'] as const;
/** What became of a file in a chat. */
export type FileState = (typeof fileStates)[number];

/** Chats with limits of their own. */
export const chatKinds = ['single', 'group'] as const;
/** A chat with limits of its own. */
export type ChatKind = (typeof chatKinds)[number];

/** Terminals with limits of their own: phones and tablets, computers. */
export const terminalKinds = ['mobile', 'desktop'] as const;
/** Terminals with limits of their own. */
export type TerminalKind = (typeof terminalKinds)[number];

/** Whether the named types are refused, or are the only ones. */
export const typeModes = ['refuse', 'allow'] as const;

/** Sorts of files by their content, as rules name them. */
export const typeGroups = ['image', 'video', 'audio', 'pdf', 'office', 'text', 'archive', 'program', 'other'] as const;
/** A sort of files by its content. */
export type TypeGroup = (typeof typeGroups)[number];

/** The sort of a content type. */
export function typeGroupOf(contentType: string): TypeGroup {
  const [first = ''] = contentType.split('/');
  if (first === 'image' || first === 'video' || first === 'audio') return first;
  if (contentType === 'application/pdf') return 'pdf';
  if (/officedocument|opendocument|msword|ms-excel|ms-powerpoint|rtf/.test(contentType)) return 'office';
  if (/zip|x-tar|x-7z|vnd\.rar|gzip/.test(contentType)) return 'archive';
  if (/android\.package|x-ios-app|msdownload|x-msi|executable|x-sh|java-archive/.test(contentType)) return 'program';
  if (first === 'text' || /json|xml/.test(contentType)) return 'text';
  return 'other';
}

/** Dimensions of the storage counts. */
export const storageBy = ['person', 'group', 'kind', 'department', 'age'] as const;

/** Mebibytes in bytes. */
export const mebibyte = 1024 * 1024;
