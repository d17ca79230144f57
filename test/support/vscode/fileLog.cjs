/**
 * Stands in for the compiled logger of VS Code (@vscode/spdlog), so that log files and log output channels work
 * without a compiler. The names are VS Code's; files don't rotate, as a test run is short.
 */
const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

const levels = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];

async function createLogger(_name, file) {
  mkdirSync(dirname(file), { recursive: true });
  let threshold = levels.indexOf('info');
  let format = (_level, message) => message;
  const write = (level) => (message) => {
    if (level >= threshold) appendFileSync(file, `${format(levels[level], message)}\n`);
  };
  return {
    trace: write(0),
    debug: write(1),
    info: write(2),
    warn: write(3),
    error: write(4),
    critical: write(5),
    getLevel: () => threshold,
    setLevel(level) {
      threshold = level;
    },
    // VS Code uses one pattern alone: time, level, message.
    setPattern() {
      format = (level, message) => `${new Date().toISOString().replace('T', ' ').slice(0, -1)} [${level}] ${message}`;
    },
    clearFormatters() {
      format = (_level, message) => message;
    },
    flush() {},
    drop() {},
  };
}

exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
