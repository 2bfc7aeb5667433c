import { generatedFiles } from './generated-files.ts';
import { writeGenerated } from './write-generated.ts';

/** The first part of `npm run generate` (package.json). The other parts write what tests compare with. */
for (const [path, text] of Object.entries(generatedFiles())) writeGenerated(path, text);
