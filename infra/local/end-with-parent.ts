/**
 * Preloaded into a program, it ends that program when its parent process ends, even by kill -9: the
 * system then closes the standard input. A separate thread watches it, as synthesis keeps the main
 * thread busy.
 */
import { Socket } from 'node:net';
import { isMainThread, Worker } from 'node:worker_threads';

if (isMainThread) {
  new Worker(new URL(import.meta.url), { execArgv: [] }).unref();
} else {
  new Socket({ fd: 0 }).once('close', () => process.kill(process.pid, 'SIGKILL')).resume();
}
