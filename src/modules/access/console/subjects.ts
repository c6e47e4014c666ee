import { subject } from '#kit/console/page/subject.ts';

/** Interfaces on screen. */
export const apiInterfaceSubject = subject('access', 'apiInterface');
/** Keys of a system. */
export const accessKeySubject = subject('access', 'accessKey');
/** What holds for every interface. */
export const gatewaySettingSubject = subject('access', 'gatewaySetting');
/** Grants. */
export const grantSubject = subject('access', 'grant');
