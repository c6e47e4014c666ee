import { useParams } from 'react-router';
import { accountSettingPage } from '../../common/permissions.ts';

/** Where the settings of an account are. */
export const settingPath = (id: string): string => (accountSettingPage.route ?? '').replace(':id', id);

/** The account that the address names. */
export function useAccountId(): string {
  return useParams()['id'] ?? '';
}
