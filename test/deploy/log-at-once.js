/**
 * Loaded into every function that MiniStack runs: after each answer, which is a line on standard
 * output, MiniStack waits 50 ms for a line of log unless there is one.
 */
const answer = process.stdout.write.bind(process.stdout);
process.stdout.write = (...chunk) => {
  process.stderr.write('\n');
  return answer(...chunk);
};
