import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin, type ProxyOptions } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The server that `vite dev` talks to. The default is the one of `npm run dev`. */
const apiTarget = process.env["MALAMAR_DEV_TARGET"] ?? "http://127.0.0.1:3456";

export default defineConfig({
  root: here("."),
  plugins: [
    react(),
    tailwindcss(),
    sonnerWithoutStyleTag(),
    zodWithoutJsonSchema(),
    gfmWithoutWriter(),
    bundledFonts(),
    nothingInlineButTheTheme(),
  ],
  resolve: {
    alias: {
      // It writes a <style> tag, which the page's Content-Security-Policy refuses.
      "react-style-singleton": here("./src/lib/style-singleton.ts"),
    },
  },
  build: {
    outDir: here("./dist"),
    emptyOutDir: true,
    target: "es2023",
    // The policy allows data: addresses only for images, and hashed files are cached forever
    // anyway.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Icons that many pages have: each in a file of its own would weigh twice as much.
            {
              name: "icons",
              test: /node_modules\/lucide-react\//,
              minShareCount: 7,
              includeDependenciesRecursively: false,
            },
            // What every page needs and what changes only with a dependency: cached across our releases.
            {
              name: "vendor",
              test: /node_modules\/(react|react-dom|react-router|scheduler|@tanstack\/(?:react-query|query-core)|hono|next-themes)\//,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": sameOriginProxy(apiTarget) } },
});

/** The server accepts only its own Origin, so the dev server's must be replaced. */
function sameOriginProxy(target: string): ProxyOptions {
  return {
    target,
    changeOrigin: true,
    configure: (proxy) => {
      proxy.on("proxyReq", (request) => {
        if (request.hasHeader("origin")) request.setHeader("origin", target);
      });
    },
  };
}

/**
 * sonner appends a <style> tag on import, which the Content-Security-Policy refuses with an error
 * in the console. Its own styles.css has the same rules (see styles/base.css), so the call is
 * removed. The build fails if a new version of sonner looks different.
 */
function sonnerWithoutStyleTag(): Plugin {
  const call = /^__insertCSS\(".*"\);?$/m;
  return {
    name: "malamar:sonner-without-style-tag",
    transform: {
      filter: { id: /\/sonner\/dist\/index\.mjs/ },
      handler(code) {
        if (!call.test(code)) this.error("sonner no longer calls __insertCSS(…): look again.");
        return { code: code.replace(call, ""), map: null };
      },
    },
  };
}

/**
 * Every zod schema carries its conversion to JSON Schema, which the server needs and the page never
 * does: some kilobytes of the first script. The build fails if a new version of zod looks
 * different.
 */
function zodWithoutJsonSchema(): Plugin {
  const processor = /^\s*inst\._zod\.processJSONSchema = \(.*;$/gm;
  const method = /create(?:Standard|To)JSONSchemaMethod\(this, [^)]*\)/g;
  return {
    name: "malamar:zod-without-json-schema",
    apply: "build",
    transform: {
      filter: { id: /\/zod\/v4\/classic\/schemas\.js/ },
      handler(code) {
        const lean = code.replace(processor, "").replace(method, "undefined");
        if (/processJSONSchema|JSONSchemaMethod\(/.test(lean) || lean === code) {
          this.error("zod writes JSON Schema in another way: look again.");
        }
        return { code: lean, map: null };
      },
    },
  };
}

/**
 * remark-gfm can write Markdown as well, which the page never does: 7 KB before the texts of a task. The
 * build fails when a new version of it no longer looks like this.
 */
function gfmWithoutWriter(): Plugin {
  const call = /^\s*toMarkdownExtensions\.push\(gfmToMarkdown\(settings\)\)$/m;
  return {
    name: "malamar:gfm-without-writer",
    apply: "build",
    transform: {
      filter: { id: /\/remark-gfm\/lib\/index\.js/ },
      handler(code) {
        if (!call.test(code)) this.error("remark-gfm writes Markdown in another way: look again.");
        return { code: code.replace(call, ""), map: null };
      },
    },
  };
}

/**
 * Preloads the text font with the page instead of after its styles. The code font is not preloaded:
 * many pages show none, its fallback has the same width, and browsers warn about an unused preload.
 * The fonts' licence must ship with them, so its text is built into the page as well.
 */
function bundledFonts(): Plugin {
  return {
    name: "malamar:bundled-fonts",
    apply: "build",
    async buildStart() {
      for (const name of ["inter", "jetbrains-mono"]) {
        const license = await this.resolve(`@fontsource-variable/${name}/LICENSE`);
        if (!license) this.error(`The licence of ${name} is missing.`);
        this.emitFile({
          type: "asset",
          fileName: `licenses/${name}.txt`,
          source: readFileSync(license.id),
        });
      }
    },
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle = {} }) {
        const fonts = Object.keys(bundle).filter((file) => /\/inter-.*\.woff2$/.test(file));
        if (fonts.length !== 1) throw new Error("The page must have exactly one file of Inter.");
        return fonts.map((file) => ({
          tag: "link",
          // Fonts are fetched without credentials. Without this, the browser would fetch them
          // twice.
          attrs: {
            rel: "preload",
            as: "font",
            type: "font/woff2",
            href: `/${file}`,
            crossorigin: "",
          },
          injectTo: "head" as const,
        }));
      },
    },
  };
}

/** The server allows one inline script by its hash. A second one, or a style, would not run. */
function nothingInlineButTheTheme(): Plugin {
  return {
    name: "malamar:nothing-inline-but-the-theme",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html) {
        const inlineScripts = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>/g)].map(String);
        const hasOnlyTheTheme = inlineScripts.length === 1 && inlineScripts[0] === "<script>";
        if (!hasOnlyTheTheme || /<style|\sstyle=|\son[a-z]+=/.test(html)) {
          throw new Error(
            "index.html may hold one inline <script> and no inline style or handler.",
          );
        }
      },
    },
  };
}
