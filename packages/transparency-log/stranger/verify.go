// Checks a proof of the log with Go's own library: `verify VKEY FILE [OLDER-SIZE OLDER-ROOT HASH…]`.
package main

import (
	"encoding/base64"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func check(err error) {
	if err != nil {
		fmt.Println("refused:", err)
		os.Exit(1)
	}
}

func hash(text string) (h tlog.Hash) {
	bytes, err := base64.StdEncoding.DecodeString(text)
	check(err)
	copy(h[:], bytes)
	return h
}

func main() {
	verifier, err := note.NewVerifier(os.Args[1])
	check(err)
	file, err := os.ReadFile(os.Args[2])
	check(err)
	head, signed, _ := strings.Cut(string(file), "\n\n")
	lines := strings.Split(head, "\n")
	entry, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(lines[1], "extra "))
	check(err)
	index, err := strconv.ParseInt(strings.TrimPrefix(lines[2], "index "), 10, 64)
	check(err)
	var proof tlog.RecordProof
	for _, line := range lines[3:] {
		proof = append(proof, hash(line))
	}
	opened, err := note.Open([]byte(signed), note.VerifierList(verifier))
	check(err)
	text := strings.Split(opened.Text, "\n")
	size, err := strconv.ParseInt(text[1], 10, 64)
	check(err)
	check(tlog.CheckRecord(proof, size, hash(text[2]), index, tlog.RecordHash(entry)))
	if len(os.Args) > 4 {
		older, err := strconv.ParseInt(os.Args[3], 10, 64)
		check(err)
		var growth tlog.TreeProof
		for _, line := range os.Args[5:] {
			growth = append(growth, hash(line))
		}
		check(tlog.CheckTree(growth, size, hash(text[2]), older, hash(os.Args[4])))
	}
	fmt.Printf("accepted: %d in %d\n", index, size)
}
