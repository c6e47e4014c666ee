import { useParams } from 'react-router';

/** The type whose settings are on screen. */
export const useTypeId = (): string => useParams()['id'] ?? '';
