import type { ComponentType } from 'react';
import { prepareShell, Shell } from '#kit/console/shell/shell.tsx';
import { consoleModules } from './console-modules.ts';

/** Everything behind the login, in a chunk of its own. */
function ConsoleFrame() {
  return <Shell modules={consoleModules} />;
}

/** Makes the frame ready to be drawn: its texts and the component library's language. */
export async function openFrame(): Promise<ComponentType> {
  await prepareShell(consoleModules);
  return ConsoleFrame;
}
