/** Advisory lock that a backup shares while it copies rows and files: who replaces a file by another waits until it has ended. */
export const copyingFiles = 7_305_001;
