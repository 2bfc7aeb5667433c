import { join } from 'node:path';

/** Where tools that npm does not bring are installed; git ignores it. */
const TOOLS = join(import.meta.dirname, '../../.tools');

/** The module of oasdiff, pinned as a lockfile would: Go holds its hash against the checksum database. */
export const OASDIFF_MODULE = 'github.com/oasdiff/oasdiff@v1.33.0';

/** Named after its version, so that another one is fetched. */
export const OASDIFF_FOLDER = join(TOOLS, OASDIFF_MODULE.replaceAll(/.*\//g, ''));

export const OASDIFF = join(OASDIFF_FOLDER, 'oasdiff');

/** Where schemathesis is installed, a Python environment of its own. */
export const SCHEMATHESIS_FOLDER = join(TOOLS, 'schemathesis');

export const SCHEMATHESIS = join(SCHEMATHESIS_FOLDER, 'bin/st');
