import { randomUUID } from 'node:crypto';
import { employeeAdd } from '#modules/people/common/employee.contract.ts';
import { certCalls, pushCerts } from '../common/certificate.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import type { House } from '../../../../tests/access/house.ts';
import { makeCertificate, makeProfile } from '../../../../tests/make-certificate.ts';
import type { TrySample } from '../../../../tests/conformance/samples.ts';
import { newApp } from '#modules/widgets/testing/tries.ts';

const made = () => ({
  push: makeCertificate({ cn: 'Apple Push Services: com.example.app', topic: 'com.example.app' }),
  main: makeCertificate({ cn: 'Apple Distribution: Example' }),
});
let known: ReturnType<typeof made> | undefined;
/** A push and a main certificate, made once. */
const certificates = (): ReturnType<typeof made> => (known ??= made());

const pushFile = async ({ boss }: House): Promise<string> => boss.upload('push.p12', certificates().push.p12('word'));
/** A push certificate of a new app. */
export async function newPushCert(house: House, ownerDeptId = rootDepartmentId): Promise<{ id: string; appId: string }> {
  const appId = await newApp(house, ownerDeptId);
  const { id } = await house.boss.call(pushCerts.add, { appId, fileId: await pushFile(house), password: 'word' });
  return { id, appId };
}
const mainFile = async ({ boss }: House): Promise<string> => boss.upload('main.p12', certificates().main.p12('word'));
const profileFile = async ({ boss }: House): Promise<string> =>
  boss.upload('app.mobileprovision', makeProfile(certificates().main, { identity: 'com.example.app', holds: [certificates().main] }));

type Calls = 'push' | 'main' | 'profile';
const files = { push: pushFile, main: mainFile, profile: profileFile };
const added = async (house: House, kind: Calls): Promise<{ id: string; appId: string }> => {
  const appId = await newApp(house);
  const { id } = await house.boss.call(certCalls[kind].add, { appId, fileId: await files[kind](house), password: 'word' });
  return { id, appId };
};

/** Inputs of writes to certificates. */
export const tries: Readonly<Record<string, TrySample>> = {
  'mam/expiry/notice/save': async (house) => {
    const appId = await newApp(house);
    const { id } = await house.boss.call(employeeAdd, {
      account: `notice-${randomUUID().slice(0, 8)}`,
      name: '通知人',
      assignments: [{ departmentId: rootDepartmentId, primary: true }],
    });
    return { appId, empIds: [id] };
  },
  ...Object.fromEntries(
    (['push', 'main', 'profile'] as const).flatMap((kind): [string, TrySample][] => [
      [`mam/cert/${kind}/add`, async (house) => ({ appId: await newApp(house), fileId: await files[kind](house), password: 'word' })],
      [
        `mam/cert/${kind}/replace`,
        async (house) => ({ ...(await added(house, kind)), version: 1, fileId: await files[kind](house), password: 'word' }),
      ],
      [`mam/cert/${kind}/delete`, async (house) => ({ ids: [(await added(house, kind)).id] })],
    ]),
  ),
};
