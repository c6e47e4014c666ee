/** Seconds as minutes and seconds: 75 is `1:15`. */
export const lasting = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
