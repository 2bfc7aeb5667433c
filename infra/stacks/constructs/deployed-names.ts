/** The version of the interface: the name of each API's stage, and so the path that every base address ends in. */
export const STAGE_NAME = 'v1';

/** The alias under which every function is invoked. It points to the version in service. */
export const LIVE = 'live';
