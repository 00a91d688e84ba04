/**
 * A staging system with simulated platforms, beside a demo and a live system: it has its own mode, ports and
 * data.
 */
process.env.MODE = 'staging';
process.env.PORT ||= '3100';
process.env.SIMULATOR_PORT ||= '3090';
process.env.DATA_DIR ||= '.data/staging';
await import('./start.mjs');
