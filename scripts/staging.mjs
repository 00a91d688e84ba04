/**
 * Starts a staging system with simulated platforms. It has its own mode, ports and data, so it can run beside
 * a demo and a live system.
 */
process.env.MODE = 'staging';
process.env.PORT ||= '3100';
process.env.SIMULATOR_PORT ||= '3090';
process.env.DATA_DIR ||= '.data/staging';
await import('./start.mjs');
