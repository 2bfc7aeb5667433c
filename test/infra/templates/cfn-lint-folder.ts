import { join } from 'node:path';

/** Where cfn-lint is installed, its own Python environment; git ignores it. */
export const CFN_LINT_FOLDER = join(import.meta.dirname, '../../../.tools/cfn-lint');

export const CFN_LINT = join(CFN_LINT_FOLDER, 'bin/cfn-lint');

/** The linter of workflows, in the same environment. */
export const ZIZMOR = join(CFN_LINT_FOLDER, 'bin/zizmor');
