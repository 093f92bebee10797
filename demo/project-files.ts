/** What the demo's team works on: small enough to read as a whole. */
export const PROJECT_FILES: Readonly<Record<string, string>> = {
  "README.md": `# Summer party

Everything for our summer party. Open \`index.html\` in a browser; there is nothing to install.

- \`index.html\`, \`style.css\`: the page
- \`invitation.md\`, \`playlist.md\`: what everyone reads, and what everyone hears
- \`guests.csv\`: who comes, and what they eat
`,

  "index.html": `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Summer party</title>
    <link rel="stylesheet" href="style.css" />
  </head>
  <body>
    <h1>Summer party</h1>
    <p class="soon">The date will follow soon.</p>
    <p>Bring a friend. We bring the cake.</p>
  </body>
</html>
`,

  "style.css": `body {
  max-width: 40rem;
  margin: 4rem auto;
  font: 1.1rem/1.6 system-ui, sans-serif;
}

h1 {
  font-size: 2.5rem;
}

.soon {
  color: gray;
}
`,

  "invitation.md": `# You are invited!

**26 June 2026, from 17:00**, on the roof. Bring a chair.

Please tell Tom by 1 June whether you're coming.
`,

  "playlist.md": `# Playlist

1. Whatever is on Jo's phone
2. The birthday song, twice
3. Something for the dancers
`,

  "ideas.txt": `- start slowly, so that people can talk
- something everyone knows during dinner
- no karaoke. NO KARAOKE.
`,

  "guests.csv": `name,comes,eats
Ada,yes,anything
Jo,yes,no fish
Mira,yes,vegetarian
Tom,maybe,a lot
`,
};
