// First line of each entry point. Plain old syntax: an old Node must be able to read this file to the end.
var major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(
    'Galley needs Node 24 or later; this is ' +
      process.version +
      '. `npm ci` brings Node 24 with the package "node" and npm\'s scripts use it.\n' +
      'If you see this from `npm start` or `npm test`, the install scripts were skipped: run `npm ci` again without --ignore-scripts.',
  );
  process.exit(1);
}
