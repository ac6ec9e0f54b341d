// Compares `grammars/javascript2023` with acorn: `node compare.mjs [--files N] [--mutants N]
// [--keep FOLDER] NIMBLEPARSE FOLDER...`, after `npm install` in this folder.
//
// In: the program nimbleparse, and folders with JavaScript, such as a `node_modules`. Of all files
// that end in `.js`, `.mjs` or `.cjs`, N are chosen by the SHA-256 of their paths. Each is read as
// it is, and without the semicolons at ends of lines that acorn does not need: without any of them
// acorn reads the tree that it reads with them. Mutants are files in which a token is deleted or
// doubled and which acorn refuses. Out: how many texts each of the two accepts, and each
// difference, with acorn's message; and in how many of the texts that both accept the places of
// automatic semicolons are those where statements of acorn's tree end without one. Exit status 1
// if a text that acorn accepts is refused, or a place differs.
//
// acorn reads a text as a module, and if it refuses that, as a script. It is told to accept what a
// grammar does not know: `return` outside functions, `super` outside methods, private names that
// no class declares. Cost: acorn reads a file once for each semicolon that it needs, times a
// logarithm.

import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as acorn from 'acorn';

const LANGUAGE = path.join(path.dirname(fileURLToPath(import.meta.url)),
    '../../../../grammars/javascript2023/javascript2023');
const LARGEST = 300_000; // bytes of a file
const LARGEST_MUTANT = 30_000;
const BATCH = 200; // files for one process

/// Nodes that end with a semicolon.
const ENDING = new Set(['ExpressionStatement', 'VariableDeclaration', 'ReturnStatement',
    'BreakStatement', 'ContinueStatement', 'ThrowStatement', 'DebuggerStatement',
    'ImportDeclaration', 'ExportAllDeclaration', 'ExportNamedDeclaration',
    'ExportDefaultDeclaration', 'PropertyDefinition']);

function main(args) {
    const options = { files: 1000, mutants: 500, keep: null };
    const names = [];
    for (let i = 0; i < args.length; i++) {
        const option = /^--(files|mutants|keep)$/.exec(args[i])?.[1];
        if (!option) names.push(args[i]);
        else options[option] = option === 'keep' ? args[++i] : Number(args[++i]);
    }
    const [nimbleparse, ...folders] = names;
    if (!folders.length) {
        console.error('usage: node compare.mjs [--files N] [--mutants N] [--keep FOLDER] '
            + 'NIMBLEPARSE FOLDER...');
        return 2;
    }
    const out = options.keep ?? fs.mkdtempSync(path.join(os.tmpdir(), 'compare-acorn-'));
    fs.mkdirSync(out, { recursive: true });
    const chosen = choose(folders, options.files);

    const texts = [];
    let deleted = 0, kept = 0;
    for (const file of chosen) {
        const source = fs.readFileSync(file, 'utf8');
        const read = parse(source);
        texts.push({ kind: 'as it is', file, source, error: read.error });
        if (read.error) continue;
        const bare = withoutSemicolons(source, read);
        deleted += bare.deleted;
        kept += bare.kept;
        texts.push({ kind: 'bare', file, source: bare.text, error: parse(bare.text).error });
    }
    texts.push(...mutants(chosen, options.mutants));
    texts.forEach((text, i) => {
        text.path = path.join(out, `${i}-${text.kind.replace(/\W/g, '')}.js`);
        fs.writeFileSync(text.path, text.source);
    });
    read(nimbleparse, texts);

    const placed = places(nimbleparse, texts.filter((text) => !text.error && !text.ours));
    let refused = placed.different.length;
    for (const kind of ['as it is', 'bare', 'deleted', 'doubled']) {
        const of = texts.filter((text) => text.kind === kind);
        const both = of.filter((text) => !text.error && !text.ours).length;
        const neither = of.filter((text) => text.error && text.ours).length;
        const onlyAcorn = of.filter((text) => !text.error && text.ours);
        const onlyOurs = of.filter((text) => text.error && !text.ours);
        refused += onlyAcorn.length;
        console.log(`${kind}: ${of.length} texts; accepted by both ${both}, by neither ${neither}, `
            + `by acorn only ${onlyAcorn.length}, by us only ${onlyOurs.length}`);
        for (const text of onlyAcorn) console.log(`  ${text.file}: ${text.path}: ours: ${text.ours}`);
        const groups = new Map();
        for (const text of onlyOurs) {
            const message = text.error.replace(/'[^']*'| \(.*/g, '');
            groups.set(message, [...groups.get(message) ?? [], text]);
        }
        for (const [message, group] of [...groups].sort((a, b) => b[1].length - a[1].length)) {
            console.log(`  ${group.length} acorn: ${message}: ${group.slice(0, 8)
                .map((text) => `${path.basename(text.path)} ${/\(.*/.exec(text.error)?.[0]}`).join(' ')}`);
        }
    }
    console.log(`semicolons at line ends: ${deleted} deleted, ${kept} kept`);
    console.log(`automatic semicolons: ${placed.count} in ${placed.texts} texts, other places in `
        + `${placed.different.length}`);
    placed.different.forEach((text) => console.log(`  ${text.path}: ${text.difference}`));
    if (!options.keep) fs.rmSync(out, { recursive: true });
    return refused ? 1 : 0;
}

/// The `count` files of the folders with the least hashes of their paths.
function choose(folders, count) {
    const files = [];
    for (const folder of folders) {
        for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
            if (!entry.isFile() || !/\.[mc]?js$/.test(entry.name)) continue;
            const file = path.join(entry.parentPath ?? entry.path, entry.name);
            const hash = createHash('sha256').update(path.relative(folder, file)).digest('hex');
            files.push([hash, file]);
        }
    }
    files.sort();
    const small = files.map(([, file]) => file).filter((file) => fs.statSync(file).size <= LARGEST);
    return small.slice(0, count);
}

/// The tree and the tokens, or the error of the module; `script` if only that is accepted.
function parse(source, types = ['module', 'script']) {
    let error;
    for (const sourceType of types) {
        const tokens = [];
        try {
            const tree = acorn.parse(source, {
                ecmaVersion: 2023, sourceType, onToken: tokens, allowReturnOutsideFunction: true,
                allowSuperOutsideMethod: true, checkPrivateFields: false, allowHashBang: true,
            });
            return { tree, tokens, sourceType };
        } catch (caught) {
            error ??= caught.message;
        }
    }
    return { error };
}

/// The tree without places, as a text.
function shape(tree) {
    return JSON.stringify(tree, (key, value) => {
        if (key === 'start' || key === 'end') return undefined;
        return typeof value === 'bigint' ? `${value}n` : value;
    });
}

/// Deletes each `;` that ends a statement at a line end, if the tree stays what it is.
function withoutSemicolons(source, { tree, tokens, sourceType }) {
    const wanted = shape(tree);
    const clear = [], doubtful = [];
    tokens.forEach((token, i) => {
        if (token.type.label !== ';') return;
        const next = tokens[i + 1];
        const between = source.slice(token.end, next?.start ?? source.length);
        const ends = !next || next.type.label === 'eof' || next.type.label === '}';
        if (!ends && !/[\n\r\u2028\u2029]/.test(between)) return;
        const doubt = !ends && /^(?:[^\w$'"@{}#\s]|in\b|instanceof\b)/.test(source.slice(next.start));
        (doubt ? doubtful : clear).push(token.start);
    });
    const gone = new Set();
    const text = (set) => {
        let result = '', from = 0;
        for (const at of [...set].sort((a, b) => a - b)) {
            result += source.slice(from, at);
            from = at + 1;
        }
        return result + source.slice(from);
    };
    const remove = (candidates) => {
        if (!candidates.length) return;
        const { tree } = parse(text(new Set([...gone, ...candidates])), [sourceType]);
        if (tree && shape(tree) === wanted) return candidates.forEach((at) => gone.add(at));
        if (candidates.length === 1) return;
        const half = candidates.length >> 1;
        remove(candidates.slice(0, half));
        remove(candidates.slice(half));
    };
    remove(clear);
    remove(doubtful);
    const deleted = gone.size;
    return { text: text(gone), deleted, kept: clear.length + doubtful.length - deleted };
}

/// Mutants of files, one of each file in turn, that acorn refuses.
function mutants(files, count) {
    const found = [];
    for (let round = 0; found.length < count && round < 20; round++) {
        for (const file of files) {
            if (found.length === count) break;
            if (fs.statSync(file).size > LARGEST_MUTANT) continue;
            const source = fs.readFileSync(file, 'utf8');
            const { tokens } = parse(source);
            const real = tokens?.filter((token) => token.end > token.start) ?? [];
            if (real.length < 20) continue;
            const hash = createHash('sha256').update(`${round} ${path.basename(file)}`).digest();
            const { start, end } = real[hash.readUInt32LE(0) % real.length];
            const doubled = hash[4] % 2 === 1;
            const text = doubled ? `${source.slice(0, end)} ${source.slice(start)}`
                : source.slice(0, start) + source.slice(end);
            const { error } = parse(text);
            if (error) found.push({ kind: doubled ? 'doubled' : 'deleted', file, source: text, error });
        }
    }
    return found;
}

/// Sets `ours` of each text that nimbleparse refuses: its first message.
function read(nimbleparse, texts) {
    const arguments_ = ['-q', '--recoverer', 'none', '--style', 'short', '--color', 'never',
        `${LANGUAGE}.l`, `${LANGUAGE}.y`];
    for (let from = 0; from < texts.length; from += BATCH) {
        const batch = texts.slice(from, from + BATCH);
        const run = spawnSync(nimbleparse, [...arguments_, ...batch.map((text) => text.path)],
            { encoding: 'utf8', maxBuffer: 1 << 30 });
        const places = new Map(batch.map((text) => [text.path, text]));
        let seen = false;
        for (const line of `${run.stdout}\n${run.stderr}`.split('\n')) {
            seen ||= / files?: /.test(line);
            const found = /^(.*?\.js):(\d+:\d+: error: .*)/.exec(line);
            const text = found && places.get(found[1]);
            if (text) text.ours ??= found[2];
        }
        if (run.error || !seen) throw new Error(`nimbleparse failed: ${run.error ?? run.stderr}`);
    }
}

/// Compares the places of automatic semicolons.
function places(nimbleparse, texts) {
    const result = { texts: texts.length, count: 0, different: [] };
    for (const text of texts) {
        const run = spawnSync(nimbleparse, ['-q', '--dump', 'lexemes', `${LANGUAGE}.l`,
            `${LANGUAGE}.y`, text.path], { encoding: 'utf8', maxBuffer: 1 << 30 });
        const ours = run.stdout.split('\n').filter((line) => / AUTO_SEMICOLON\b/.test(line))
            .map((line) => line.split(' ')[0]);
        const theirs = unended(text.source);
        result.count += theirs.length;
        const at = theirs.findIndex((place, i) => place !== ours[i]);
        if (at === -1 && ours.length === theirs.length) continue;
        text.difference = `ours ${ours[at === -1 ? theirs.length : at]}, acorn's ${theirs[at]}`;
        result.different.push(text);
    }
    return result;
}

/// The places, as LINE:COLUMN, where statements end without the semicolon that belongs to them.
function unended(source) {
    const ends = new Set(), left = [[parse(source).tree, {}, '']];
    while (left.length) {
        const [node, parent, key] = left.pop();
        const header = /^For/.test(parent.type) && key !== 'body';
        const declares = node.declaration
            && (node.type === 'ExportNamedDeclaration' || /Declaration$/.test(node.declaration.type));
        const ending = ENDING.has(node.type) && !header && !declares;
        if (ending && source[node.end - 1] !== ';') ends.add(node.end);
        for (const [key, value] of Object.entries(node)) {
            for (const child of Array.isArray(value) ? value : [value]) {
                if (typeof child?.type === 'string') left.push([child, node, key]);
            }
        }
    }
    const places = [];
    let line = 1, start = 0, from = 0;
    for (const end of [...ends].sort((a, b) => a - b)) {
        for (let at; (at = source.indexOf('\n', from)) !== -1 && at < end; from = at + 1) {
            line++;
            start = at + 1;
        }
        places.push(`${line}:${[...source.slice(start, end)].length + 1}`);
    }
    return places;
}

process.exitCode = main(process.argv.slice(2));
