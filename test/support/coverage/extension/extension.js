const { mkdirSync, writeFileSync } = require('node:fs');
const { Session } = require('node:inspector');
const { join } = require('node:path');

exports.activate = () => {
  const { VR_COVERAGE: folder, VR_COVERAGE_OF: ours } = process.env;
  mkdirSync(folder, { recursive: true });
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  let count = 0;
  // A test may end a host without asking: what it has run is written down several times a second.
  const write = () =>
    session.post('Profiler.takePreciseCoverage', (_error, taken) => {
      // Each taking counts from the one before, and most of the time nothing of ours has run.
      const hasRun = ({ functions }) => functions.some(({ ranges }) => ranges.some(({ count }) => count > 0));
      const result = taken.result.filter((script) => script.url.startsWith(ours) && hasRun(script));
      if (result.length === 0) return;
      writeFileSync(join(folder, `coverage-host-${process.pid}-${count}.json`), JSON.stringify({ result }));
      count += 1;
    });
  setInterval(write, 300).unref();
  process.on('exit', write);
};
