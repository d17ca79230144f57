const { mkdirSync, renameSync, writeFileSync } = require('node:fs');
const { Session } = require('node:inspector');
const { join } = require('node:path');

exports.activate = () => {
  const { VR_COVERAGE: folder, VR_COVERAGE_OF: ours } = process.env;
  mkdirSync(folder, { recursive: true });
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const file = join(folder, `coverage-host-${process.pid}.json`);
  // All since the start: taking it bit by bit would lose what a function does after it has waited. A test may end a
  // host without asking, so it is written several times a second, and a file is never left half written.
  const write = () =>
    session.post('Profiler.getBestEffortCoverage', (_error, seen) => {
      const result = seen.result.filter(({ url }) => url.startsWith(ours));
      if (result.length === 0) return;
      writeFileSync(`${file}.part`, JSON.stringify({ result }));
      renameSync(`${file}.part`, file);
    });
  setInterval(write, 300).unref();
  process.on('exit', write);
};
