/** Loaded before a command, as JavaScript, for a Node that may not run TypeScript: it ends with one line that says what to do. */

const hasDependencies = () => {
  try {
    return Boolean(import.meta.resolve('@commander-js/extra-typings'));
  } catch {
    return false;
  }
};

if (!process.features.typescript || !hasDependencies()) {
  console.error(
    `pet-store: dependencies are missing, or the Node 24 among them (this is Node ${process.versions.node}). Run: npm ci --include=dev --ignore-scripts=false`,
  );
  process.exit(1);
}
