import { subject } from '#kit/console/page/subject.ts';

export const deviceSubject = subject('devices', 'device');
export const bindingSubject = subject('devices', 'deviceBinding');
export const unbindSubject = subject('devices', 'unbinding');
export const eraseSubject = subject('devices', 'eraseOrder');
export const memberSubject = subject('devices', 'ruleMember');
export const bindConfigSubject = subject('devices', 'bindConfig');
export const gestureSubject = subject('devices', 'gestureConfig');
export const terminalPolicySubject = subject('devices', 'terminalPolicy');
