import '#kit/console/boot/no-eval.ts';
import type { ComponentType } from 'react';
import { JobTray } from '#kit/console/jobs/job-tray.tsx';
import { keepPreferencesOnServer } from '#kit/console/shell/own/server-preferences.ts';
import { prepareShell, Shell } from '#kit/console/shell/shell.tsx';
import { consoleModules } from './console-modules.ts';

/** Everything behind the login, in a chunk of its own. */
function ConsoleFrame() {
  return <Shell modules={consoleModules} tools={<JobTray />} />;
}

/** Makes the frame ready to be drawn: its texts and the component library's language. */
export async function openFrame(): Promise<ComponentType> {
  await prepareShell(consoleModules);
  keepPreferencesOnServer();
  return ConsoleFrame;
}
