/**
 * Loaded before a program, it ends that program as soon as the process that started it ends, kill -9 included: the
 * system closes the standard input then. A separate thread watches it, as synthesis keeps the main one busy.
 */
import { Socket } from 'node:net';
import { isMainThread, Worker } from 'node:worker_threads';

if (isMainThread) {
  new Worker(new URL(import.meta.url), { execArgv: [] }).unref();
} else {
  new Socket({ fd: 0 }).once('close', () => process.kill(process.pid, 'SIGKILL')).resume();
}
