"""Checks this archive with nothing but Python: python3 check.py [FOLDER]"""
import csv, hashlib, pathlib, sys

root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
sums = dict(line.split()[::-1] for line in open(root / "SHA256SUMS"))
here = {p.relative_to(root).as_posix(): p for p in root.rglob("*") if p.is_file()}
digest = {name: hashlib.sha256(p.read_bytes()).hexdigest() for name, p in here.items()}
faults = [f"{name}: missing" for name in sums if name not in here]
faults += [f"{name}: not in SHA256SUMS" for name in here if name not in sums and name != "SHA256SUMS"]
faults += [f"{name}: changed" for name in sums if name in here and digest[name] != sums[name]]
table = open(root / "catalogue.tsv", encoding="utf-8")
for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE):
    name = "instances/" + row["id"] + ".dlx"
    if name not in here or not digest[name].startswith(row["hash"]):
        faults.append(f"{name}: not the problem of the catalogue")
        continue
    items, *options = here[name].read_text().splitlines()
    primary, secondary = (part.split() for part in (items + "|").split("|")[:2])
    if [len(primary + secondary), len(options)] != [int(row["items"]), int(row["options"])]:
        faults.append(f"{name}: not as many items or options as the catalogue says")
    plain, coloured = set(primary + secondary), set(secondary)
    for number, option in enumerate(options, 1):
        entries = [entry.partition(":")[::2] for entry in option.split()]
        if not all(item in (coloured if colour else plain) for item, colour in entries) or len(dict(entries)) < len(entries):
            faults.append(f"{name}: option {number} has an unknown item, a primary item with a colour, or an item twice")
print("\n".join(faults) or f"{len(sums)} files as expected")
sys.exit(len(faults) > 0)
