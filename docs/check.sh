#!/usr/bin/env bash
# Runs the commands of README.md and docs/*.md, so that none of them is stale:
# every line that begins with `warri` or `cargo run --release --` in a fenced
# block without a language. Each page has a scratch folder of its own, with
# small versions of the files that its commands name.
#
# What would take long is made short: `evolve` without --generations gets
# --dry-run, matches and tournaments have 20 games. A line whose comment begins
# with `# needs` is left out.
set -euo pipefail
cd "$(dirname "$0")/.."
top=$PWD
cargo build --release --locked --quiet
PATH="$(realpath "${CARGO_TARGET_DIR:-target}")/release:$PATH"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The program's commands in a page, without comments.
commands() {
    awk '/^```/ { inside = !inside; plain = $0 == "```"; next }
         inside && plain && /^(warri|cargo run --release --) / && !/# needs/' "$1" |
        sed -E 's/^cargo run --release --/warri/; s/ +#.*$//'
}

# The same command, made short.
short() {
    case $1 in
        'warri evolve'*--generations* | 'warri evolve --list') echo "$1" ;;
        'warri evolve'*--dry-run* | 'warri match'*--series*) echo "$1" ;;
        'warri evolve'*) echo "$1 --dry-run" ;;
        'warri match'* | 'warri tournament'*) sed -E 's/ --games [0-9]+//; s/$/ --games 20/' <<<"$1" ;;
        *) echo "$1" ;;
    esac
}

mkdir "$scratch/files" && cd "$scratch/files"
ln -s "$top/results" "$top/experiments" .
cp experiments/configs/quickstart.toml experiment.toml
small=(--set depth=1 --set population.size=16 --set training.openings=5 --set test.openings=2
    --generations 1 --quiet)
warri evolve "${small[@]}"
warri evolve --set name=pairs "${small[@]}"
for name in NAME pairs; do warri evolve --set name=$name --seeds 1-2 "${small[@]}"; done

ran=0
for page in "$top"/README.md "$top"/docs/*.md; do
    cp -r "$scratch/files" "$scratch/page" && cd "$scratch/page"
    while IFS= read -r line; do
        command=$(short "$line")
        if ! timeout 120 bash -c "$command" </dev/null >"$scratch/out" 2>&1; then
            cat "$scratch/out"
            printf '%s: this command fails: %s\n' "${page#"$top/"}" "$command"
            exit 1
        fi
        ran=$((ran + 1))
    done < <(commands "$page")
    rm -rf "$scratch/page"
done
printf '%s commands of the documentation ran\n' "$ran"
