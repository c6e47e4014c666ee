import { startConsole } from '#kit/console/boot/start-console.tsx';

void startConsole(async () => (await import('./console-frame.tsx')).openFrame());
